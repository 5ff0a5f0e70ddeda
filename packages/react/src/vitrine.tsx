import { createContext, useContext, type ReactNode } from "react";
import type { Client } from "@vitrine/client";

const Context = createContext<Client | undefined>(undefined);

/** Gives the hooks below it the client they call the service with. */
export const Vitrine = ({ client, children }: { readonly client: Client; readonly children?: ReactNode }) => (
  <Context.Provider value={client}>{children}</Context.Provider>
);

/** @throws Error outside of `<Vitrine>` */
export function useVitrine(): Client {
  const client = useContext(Context);
  if (client === undefined) throw new Error("the hooks of @vitrine/react want a <Vitrine client={…}> above them");
  return client;
}
