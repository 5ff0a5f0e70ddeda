/** Shows amounts in a currency (ISO 4217), as plain numbers without one or with one that the browser does not take for one. */
export function moneyFormat(currency: string | null): (amount: number) => string {
  try {
    const format = currency === null ? undefined : new Intl.NumberFormat("en", { style: "currency", currency });
    if (format !== undefined) return (amount) => format.format(amount);
  } catch {
    // No currency: a number says less and is still right.
  }
  const plain = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return (amount) => plain.format(amount);
}
