import { Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { JobsPage } from "../../server/catalog/jobs.js";
import { api } from "../../api.js";
import { formatCampaign } from "../../parts/format-rule.js";
import { count, counted } from "../../parts/format-numbers.js";
import { Answered } from "../../parts/loaded.js";
import { shownDay, shownMoment } from "../../parts/moments.js";
import { useSession } from "../../parts/session.js";
import { Action } from "../../parts/action.js";
import { Section } from "../../parts/section.js";
import { StateBadge } from "../../parts/state-badge.js";
import { useWorkingDraft } from "../../parts/working-draft.js";
import { useAbTests } from "../ab-tests/use-ab-tests.js";
import { campaignsOf, stateOf } from "../campaigns/campaigns.js";
import { STATES } from "../catalog/format-job.js";

export function LastImport() {
  const { may } = useSession();
  const jobs = useQuery({
    queryKey: ["jobs", "first page"],
    queryFn: ({ signal }) => api.get<JobsPage>("catalog/jobs", signal),
  });
  return (
    <Section title="Last import" link={{ href: "/console/catalog", label: "Catalog" }}>
      <Answered query={jobs}>
        {({ jobs: [last] }) =>
          last === undefined ? (
            <>
              <Text>There are no products yet.</Text>
              {may("publisher") && <NextStep href="/console/catalog" label="Import products" />}
            </>
          ) : (
            <>
              <Group gap="xs">
                <StateBadge color={STATES[last.state].color}>{STATES[last.state].label}</StateBadge>
                <Text>{shownMoment(last.created_at)}</Text>
              </Group>
              {last.products !== null && <Text>{formatProducts(last.products)}</Text>}
              {last.lines !== null && (
                <Text>{last.lines.rejected === 0 ? "No errors" : counted(last.lines.rejected, "error")}</Text>
              )}
            </>
          )
        }
      </Answered>
    </Section>
  );
}

type Products = NonNullable<JobsPage["jobs"][number]["products"]>;

/** Formats product counts; counts of zero are omitted. */
function formatProducts({ created, updated, unchanged, deactivated, reactivated }: Products): string {
  const counts = { added: created + reactivated, changed: updated, unchanged, removed: deactivated };
  const parts = Object.entries(counts).flatMap(([what, products]) =>
    products === 0 ? [] : `${count(products)} ${what}`,
  );
  return `Products: ${parts.length === 0 ? "none" : parts.join(", ")}`;
}

export function NowRunning() {
  const { may } = useSession();
  const { live } = useWorkingDraft();
  const [now] = useState(Date.now);
  const tests = useAbTests();
  const campaigns = campaignsOf(live)
    .map((campaign) => ({ campaign, state: stateOf({}, campaign, now) ?? "Live" }))
    .filter(({ state }) => state !== "Ended");
  return (
    <>
      <Section title="Campaigns" link={{ href: "/console/campaigns", label: "All campaigns" }}>
        {campaigns.length === 0 && (
          <>
            <Text>No campaign is running or scheduled.</Text>
            {may("editor") && <NextStep href="/console/campaigns" label="Plan a campaign" />}
          </>
        )}
        {campaigns.map(({ campaign, state }) => (
          <div key={campaign.key}>
            <Group gap="xs">
              <Text fw={600}>{campaign.key}</Text>
              <StateBadge color={state === "Live" ? "green" : "blue"}>{state}</StateBadge>
            </Group>
            <Text size="xs" c="dimmed">
              {formatCampaign(campaign)}
            </Text>
          </div>
        ))}
      </Section>
      <Section title="A/B test" link={{ href: "/console/ab-tests", label: "A/B tests" }}>
        <Answered query={tests}>
          {({ running }) =>
            running === null ? (
              <>
                <Text>No A/B test is running.</Text>
                {may("publisher") && <NextStep href="/console/ab-tests" label="Start an A/B test" />}
              </>
            ) : (
              <Group gap="xs">
                <Text fw={600}>{running.name}</Text>
                <StateBadge color={running.is_due ? "orange" : "green"}>
                  {running.is_due ? "Planned end reached" : "Live"}
                </StateBadge>
                <Text>since {shownDay(running.started_at)}</Text>
              </Group>
            )
          }
        </Answered>
      </Section>
    </>
  );
}

export function Changes() {
  const { draft } = useWorkingDraft();
  const changes = draft?.changes.length ?? 0;
  if (changes === 0) return null;
  return (
    <Section title="Unpublished changes" link={{ href: "/console/changes", label: "Review and publish" }}>
      <Text>{counted(changes, "change is", "changes are")} not live yet.</Text>
    </Section>
  );
}

const NextStep = ({ href, label }: { href: string; label: string }) => (
  <Action label={label} href={href} variant="light" size="xs" style={{ alignSelf: "start" }} />
);
