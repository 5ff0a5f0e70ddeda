import { Select } from "@mantine/core";
import type { CampaignDocument } from "../../../src/storefront/campaigns-configuration.js";
import { zoneOf } from "./campaigns.js";
import type { Typed } from "./rule-typed.js";

interface PickCampaignProps {
  readonly campaigns: readonly CampaignDocument[];
  readonly typed: Typed;
  readonly set: (change: Partial<Typed>) => void;
}

/** The campaign that a rule is in; nothing where there are none to choose from. */
export function PickCampaign({ campaigns, typed, set }: PickCampaignProps) {
  const names = campaigns.flatMap(({ key }) => (typeof key === "string" && key !== "" ? [key] : []));
  // A rule may be in one that the draft has no more.
  const known = [...new Set([...names, typed.campaign])].filter((name) => name !== "");
  if (known.length === 0) return null;
  const hasOwnTimes = typed.from !== "" || typed.until !== "";
  return (
    <Select
      label="Campaign"
      description="In force only while that runs"
      allowDeselect={false}
      data={[{ value: "", label: "none" }, ...known.map((name) => ({ value: name, label: name }))]}
      value={typed.campaign}
      onChange={(name) => set({ campaign: name ?? "", ...(hasOwnTimes ? {} : { zone: zoneOf(campaigns, name) }) })}
    />
  );
}
