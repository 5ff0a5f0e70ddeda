import { createContext, useContext, type ReactNode } from "react";
import type { Client } from "@vitrine/client";

const Context = createContext<Client | undefined>(undefined);

/** Provides the client to the hooks in its children. */
export const Vitrine = ({ client, children }: { readonly client: Client; readonly children?: ReactNode }) => (
  <Context.Provider value={client}>{children}</Context.Provider>
);

/**
 * Returns the client of the surrounding `<Vitrine>`.
 * @throws Error if the component is not inside a `<Vitrine>`
 */
export function useVitrine(): Client {
  const client = useContext(Context);
  if (client === undefined) throw new Error("the hooks of @vitrine/react want a <Vitrine client={…}> above them");
  return client;
}
