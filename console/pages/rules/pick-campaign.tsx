import { Select } from "@mantine/core";
import type { CampaignDocument } from "../../../src/storefront/campaigns-configuration.js";
import { zoneOf } from "../campaigns/campaigns.js";
import type { Typed } from "./rule-typed.js";

interface PickCampaignProps {
  readonly campaigns: readonly CampaignDocument[];
  readonly typed: Typed;
  readonly set: (change: Partial<Typed>) => void;
}

/** Selector for a rule's campaign. Hidden if there are no campaigns. */
export function PickCampaign({ campaigns, typed, set }: PickCampaignProps) {
  const names = campaigns.flatMap(({ key }) => (typeof key === "string" && key !== "" ? [key] : []));
  // Includes the rule's campaign even if it is no longer defined.
  const known = [...new Set([...names, typed.campaign])].filter((name) => name !== "");
  if (known.length === 0) return null;
  const hasOwnTimes = typed.from !== "" || typed.until !== "";
  return (
    <Select
      label="Campaign"
      description="The rule is active only during the campaign"
      allowDeselect={false}
      data={[{ value: "", label: "None" }, ...known.map((name) => ({ value: name, label: name }))]}
      value={typed.campaign}
      onChange={(name) => set({ campaign: name ?? "", ...(hasOwnTimes ? {} : { zone: zoneOf(campaigns, name) }) })}
    />
  );
}
