import { Text } from "@mantine/core";
import { useState } from "react";
import type { CampaignDocument } from "../../../src/storefront/campaigns-configuration.js";
import { FormDialog } from "../../parts/form-dialog.js";
import { OWN_ZONE, type Schedule } from "../../parts/moments.js";
import { formatLocalTime, shown } from "../../parts/format-rule.js";
import { endsBeforeItBegins, ScheduleInputs } from "../../parts/schedule.js";
import { rulesIn, formatRules, stateOf, withCampaigns } from "./campaigns.js";
import { type DeletionProps, ItemTable, type ItemFormProps } from "../../parts/item-table.js";
import { itemsOf } from "../../parts/items.js";
import { Page, useEditing } from "../../parts/page.js";
import { SaleForm } from "./sale-form.js";
import { Action } from "../../parts/action.js";
import { NameInput } from "../../parts/inputs.js";

export default function CampaignsPage() {
  const editing = useEditing();
  const { configuration, live, onChange } = editing;
  const [isSale, setSale] = useState(false);
  return (
    <Page
      title="Campaigns"
      about="A campaign groups rules and banners. They are active only from the start to the end of the campaign."
    >
      <ItemTable<CampaignDocument>
        items={itemsOf(configuration.campaigns)}
        live={itemsOf(live.campaigns)}
        noun="campaign"
        empty="There are no campaigns yet. “Run a sale” creates one with a boost and a banner."
        columns={[
          { title: "Name", cell: ({ key }) => shown(key) },
          { title: "Start", cell: ({ starts_at }) => (starts_at == null ? "No start" : formatLocalTime(starts_at)) },
          { title: "End", cell: ({ ends_at }) => (ends_at == null ? "No end" : formatLocalTime(ends_at)) },
          { title: "Time zone", cell: ({ time_zone }) => shown(time_zone) },
          { title: "Contains", cell: ({ key }) => formatRules(rulesIn(configuration, key).length) },
        ]}
        nameOf={({ key }) => shown(key)}
        stateOf={(campaign) => stateOf({}, campaign, Date.now())}
        isOrdered={false}
        actions={<Action label="Run a sale" onClick={() => setSale(true)} />}
        onChange={(next) => onChange(withCampaigns(configuration, next))}
        form={(props) => <CampaignForm {...props} />}
        deletion={(props) => (
          <Deletion {...props} rules={rulesIn(configuration, props.item.key).map(({ key }) => shown(key))} />
        )}
      />
      {isSale && <SaleForm {...editing} onClose={() => setSale(false)} />}
    </Page>
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
      word={campaign === null ? "Add" : "Save"}
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
        description="The list of campaigns shows rules and banners under this name"
        maxLength={100}
        value={key}
        error={isTaken ? "A campaign with this name already exists" : undefined}
        onChange={setKey}
      />
      <ScheduleInputs schedule={schedule} onChange={(change) => setSchedule({ ...schedule, ...change })} />
    </FormDialog>
  );
}

interface CampaignDeletionProps extends DeletionProps<CampaignDocument> {
  readonly rules: readonly string[];
}

const NAMED = 10;

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
      <Text>
        {rules.length === 0
          ? "The campaign contains no rules or banners."
          : `Its rules and banners are deleted as well: ${rules.slice(0, NAMED).join(", ")}${more}. To keep them, remove them from the campaign first.`}
      </Text>
    </FormDialog>
  );
}

function andRules(rules: number): string {
  if (rules === 0) return "";
  return rules === 1 ? " and its rule" : ` and its ${formatRules(rules)}`;
}
