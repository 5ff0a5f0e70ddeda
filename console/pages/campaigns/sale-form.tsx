import { TextInput } from "@mantine/core";
import { useState } from "react";
import type { RuleDocument } from "../../../src/storefront/rules-configuration.js";
import { filterOf, isWhole, type Condition } from "../../parts/conditions.js";
import { FilterForm } from "../../parts/filter-form.js";
import { FormDialog } from "../../parts/form-dialog.js";
import { itemsOf } from "../../parts/items.js";
import { uniqueName } from "../../parts/keys.js";
import { MatchingProducts } from "../../parts/matching-products.js";
import { OWN_ZONE } from "../../parts/moments.js";
import type { EditProps } from "../../parts/page.js";
import { endsBeforeItBegins, ScheduleInputs } from "../../parts/schedule.js";
import { Strength } from "../../parts/strength.js";
import { campaignsOf } from "./campaigns.js";
import { nextWeekend } from "./next-weekend.js";
import { NameInput } from "../../parts/inputs.js";

/** Form that creates a sale: a campaign, a boost of the sale's products and, if a text is entered, a banner. */
export function SaleForm({ configuration, onChange, onClose }: EditProps & { onClose: () => void }) {
  const [name, setName] = useState("");
  const [schedule, setSchedule] = useState(() => ({ ...nextWeekend(new Date()), zone: OWN_ZONE }));
  const [conditions, setConditions] = useState<Condition[]>([{ field: "on_sale", test: "is", values: [], number: "" }]);
  const [points, setPoints] = useState(3);
  const [banner, setBanner] = useState("");
  const campaigns = campaignsOf(configuration);
  const isTaken = campaigns.some(({ key }) => key === name.trim());
  const filters = conditions.every(isWhole) ? filterOf(conditions) : null;

  function create() {
    const campaign = name.trim();
    const rules = itemsOf<RuleDocument>(configuration.rules) ?? [];
    const keyOf = (key: string) =>
      uniqueName(
        key.slice(0, 90),
        rules.map((rule) => rule.key ?? ""),
      );
    const boost = { key: keyOf(`Boost: ${campaign}`), action: "boost", filters, points, campaign };
    const text = banner.trim();
    const shown = text === "" ? [] : [{ key: keyOf(`Banner: ${campaign}`), action: "banner", text, campaign }];
    const { from, until, zone } = schedule;
    onChange({
      ...configuration,
      campaigns: [
        ...campaigns,
        {
          key: campaign,
          ...(from !== "" && { starts_at: from }),
          ...(until !== "" && { ends_at: until }),
          time_zone: zone,
        },
      ],
      rules: [...([boost, ...shown] as RuleDocument[]), ...rules],
    });
    onClose();
  }

  return (
    <FormDialog
      title="Run a sale"
      size="lg"
      word="Add the sale"
      isDisabled={name.trim() === "" || isTaken || filters === null || endsBeforeItBegins(schedule)}
      onClose={onClose}
      onSubmit={create}
    >
      <NameInput
        description="Name of the campaign"
        maxLength={80}
        value={name}
        error={isTaken ? "A campaign with this name already exists" : undefined}
        onChange={setName}
      />
      <ScheduleInputs schedule={schedule} onChange={(change) => setSchedule({ ...schedule, ...change })} />
      <FilterForm legend="Products where" hasAges conditions={conditions} onChange={setConditions} />
      {filters !== null && <MatchingProducts filters={filters} />}
      <Strength label="Boost" points={points} onChange={setPoints} />
      <TextInput
        label="Banner text"
        description="Banner text above all searches and listings during the sale. Leave empty for no banner."
        maxLength={300}
        value={banner}
        onChange={({ currentTarget }) => setBanner(currentTarget.value)}
      />
    </FormDialog>
  );
}
