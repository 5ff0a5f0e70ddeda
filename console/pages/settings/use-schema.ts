import { useQuery } from "@tanstack/react-query";
import { api } from "../../api.js";

/** Part of the configuration's JSON schema that the pages use. */
export interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
}

export const useSchema = () =>
  useQuery({
    queryKey: ["configuration-schema"],
    queryFn: () => api.get<Schema>("drafts/schema"),
    staleTime: Infinity,
  });
