import { Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { CampaignDocument } from "../../../src/storefront/campaigns-configuration.js";
import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";
import { FormDialog } from "../../parts/form-dialog.js";
import { OWN_ZONE, type Schedule } from "../../parts/moments.js";
import { formatLocalTime, shown } from "../../parts/format-rule.js";
import { endsBeforeItBegins, ScheduleInputs } from "../../parts/schedule.js";
import { rulesIn, formatRules, stateOf, withCampaigns } from "./campaigns.js";
import { type DeletionProps, ItemTable, type ItemFormProps } from "./item-table.js";
import { itemsOf } from "./items.js";
import { NameInput } from "./name-input.js";
import type { TabProps } from "./rules-tab.js";

const columnsOf = (configuration: ConfigurationDocument, now: number) => [
  { title: "Name", cell: ({ key }: CampaignDocument) => shown(key) },
  { title: "From", cell: ({ starts_at }: CampaignDocument) => formatLocalTime(starts_at) },
  { title: "Until", cell: ({ ends_at }: CampaignDocument) => formatLocalTime(ends_at) },
  { title: "By the clocks of", cell: ({ time_zone }: CampaignDocument) => shown(time_zone) },
  { title: "Now", cell: (campaign: CampaignDocument) => stateOf(campaign, now) },
  { title: "Holds", cell: ({ key }: CampaignDocument) => formatRules(rulesIn(configuration, key).length) },
];

/** Tab for campaigns: periods shared by rules and banners. */
export function CampaignsTab({ configuration, onChange }: TabProps) {
  const [now] = useState(Date.now);
  return (
    <Stack>
      <Text size="sm">
        A name with a start and an end, by the clocks of a place. Rules and banners are put into it in their forms, and
        are in force only while it runs.
      </Text>
      <ItemTable<CampaignDocument>
        items={itemsOf(configuration.campaigns)}
        noun="campaign"
        columns={columnsOf(configuration, now)}
        nameOf={({ key }) => shown(key)}
        isOrdered={false}
        onChange={(next) => onChange(withCampaigns(configuration, next))}
        form={(props) => <CampaignForm {...props} />}
        deletion={(props) => (
          <Deletion {...props} rules={rulesIn(configuration, props.item.key).map(({ key }) => shown(key))} />
        )}
      />
    </Stack>
  );
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

function CampaignForm({ item: campaign, others, onClose, onDone }: ItemFormProps<CampaignDocument>) {
  const [key, setKey] = useState(text(campaign?.key));
  const [schedule, setSchedule] = useState<Schedule>({
    from: text(campaign?.starts_at),
    until: text(campaign?.ends_at),
    zone: text(campaign?.time_zone) || OWN_ZONE,
  });
  const isTaken = others.some((one) => one.key === key.trim());
  const isWrong = isTaken || endsBeforeItBegins(schedule);
  return (
    <FormDialog
      title={campaign === null ? "Add a campaign" : `Edit ${shown(campaign.key)}`}
      size="lg"
      word={campaign === null ? "Add" : "Change"}
      isDisabled={isWrong}
      onClose={onClose}
      onSubmit={() => {
        const { from, until, zone } = schedule;
        if (isWrong) return;
        onDone({
          key: key.trim(),
          ...(from === "" ? {} : { starts_at: from }),
          ...(until === "" ? {} : { ends_at: until }),
          time_zone: zone,
        });
      }}
    >
      <NameInput
        description="In your words; rules and banners are put into it by this"
        maxLength={100}
        value={key}
        error={isTaken ? "Another campaign has this name" : undefined}
        onChange={setKey}
      />
      <ScheduleInputs schedule={schedule} onChange={(change) => setSchedule({ ...schedule, ...change })} />
    </FormDialog>
  );
}

interface CampaignDeletionProps extends DeletionProps<CampaignDocument> {
  /** Names of the campaign's rules. */
  readonly rules: readonly string[];
}

const NAMED = 10;

/** Dialog that confirms deleting a campaign and lists the rules deleted with it. */
function Deletion({ item: { key }, rules, onClose, onDelete }: CampaignDeletionProps) {
  const more = rules.length > NAMED ? ` and ${rules.length - NAMED} more` : "";
  return (
    <FormDialog
      title={`Delete ${shown(key)}`}
      word={`Delete ${shown(key)}${andRules(rules.length)}`}
      isGrave
      onClose={onClose}
      onSubmit={onDelete}
    >
      <Text size="sm">
        {rules.length === 0
          ? "There is nothing in it."
          : `These rules and banners go with it: ${rules.slice(0, NAMED).join(", ")}${more}. Take them out of it in their forms to keep them.`}
      </Text>
    </FormDialog>
  );
}

function andRules(rules: number): string {
  if (rules === 0) return "";
  return rules === 1 ? " and its rule" : ` and its ${formatRules(rules)}`;
}
