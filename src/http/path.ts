/** The path of an address as it stands in a request; its query may hold what does not belong in a log. */
export const pathOf = (address = ""): string => address.split("?", 1)[0] ?? "";
