import { Button, Group, Stack, Switch, Table, Tabs, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { TeamView } from "../../server/people/routes.js";
import type { Member } from "../../server/people/team.js";
import { api } from "../../api.js";
import { Answered, Problem } from "../../parts/loaded.js";
import { FormDialog } from "../../parts/form-dialog.js";
import { shownMoment } from "../../parts/moments.js";
import { AuditLog } from "./audit-log.js";
import { InviteDialog, MemberDialog } from "./dialogs.js";
import { useTeamChange } from "./use-team-change.js";

/** People page, for owners: the shop's accounts, their roles and the audit log. */
export default function PeoplePage() {
  const query = useQuery({ queryKey: ["people"], queryFn: () => api.get<TeamView>("people") });
  const [isInviting, setInviting] = useState(false);
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={1} size="h2">
          People
        </Title>
        <Button onClick={() => setInviting(true)}>Invite somebody</Button>
      </Group>
      <Tabs defaultValue="people" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="people">Who may do what</Tabs.Tab>
          <Tabs.Tab value="audit">What they did</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="people" pt="md">
          <Answered query={query}>{(team) => <TeamTables team={team} />}</Answered>
        </Tabs.Panel>
        <Tabs.Panel value="audit" pt="md">
          <AuditLog />
        </Tabs.Panel>
      </Tabs>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Stack>
  );
}

function TeamTables({ team }: { readonly team: TeamView }) {
  const [changed, setChanged] = useState<Member | null>(null);
  const [doomed, setDoomed] = useState<Member | null>(null);
  const withdraw = useTeamChange((id: string) => api.send<TeamView>("DELETE", `people/invitations/${id}`));
  const approval = useTeamChange((needs_approval: boolean) =>
    api.send<TeamView>("PUT", "people/approval", { needs_approval }),
  );
  const problem = withdraw.error ?? approval.error;
  return (
    <Stack>
      {problem !== null && <Problem error={problem} />}
      <Table.ScrollContainer minWidth={560}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th>E-mail address</Table.Th>
              <Table.Th>Role</Table.Th>
              <Table.Th>Change</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {team.members.map((member) => (
              <Table.Tr key={member.email}>
                <Table.Td style={WRAPPED}>{member.name}</Table.Td>
                <Table.Td style={WRAPPED}>{member.email}</Table.Td>
                <Table.Td>{member.role}</Table.Td>
                <Table.Td>
                  <Group gap="xs">
                    <Small label={`Change ${member.name}`} word="Change" onClick={() => setChanged(member)} />
                    <Small label={`Remove ${member.name}`} word="Remove" onClick={() => setDoomed(member)} />
                  </Group>
                </Table.Td>
              </Table.Tr>
            ))}
            {team.invitations.map(({ id, email, name, role, by, expires_at }) => (
              <Table.Tr key={id}>
                <Table.Td style={WRAPPED}>{name ?? "–"}</Table.Td>
                <Table.Td style={WRAPPED}>
                  {email ?? "whoever opens the link"}
                  <Text size="xs">
                    invited by {by}, until {shownMoment(expires_at)}
                  </Text>
                </Table.Td>
                <Table.Td>{role}</Table.Td>
                <Table.Td>
                  <Small
                    label={`Withdraw the invitation of ${email ?? "whoever opens the link"}`}
                    word="Withdraw"
                    onClick={() => withdraw.mutate(id)}
                  />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Switch
        label="A draft needs a second person"
        description="It is published, or tried out, only when somebody who has not changed it has approved it."
        checked={team.needs_approval}
        disabled={approval.isPending}
        onChange={({ currentTarget }) => approval.mutate(currentTarget.checked)}
      />
      {changed !== null && <MemberDialog member={changed} onClose={() => setChanged(null)} />}
      {doomed !== null && <RemoveDialog member={doomed} onClose={() => setDoomed(null)} />}
    </Stack>
  );
}

const WRAPPED = { wordBreak: "break-word" } as const;

interface SmallProps {
  readonly word: string;
  /** Accessible name, which includes the person's name. */
  readonly label: string;
  readonly onClick: () => void;
}

const Small = ({ word, label, onClick }: SmallProps) => (
  <Button size="compact-sm" variant="default" aria-label={label} onClick={onClick}>
    {word}
  </Button>
);

function RemoveDialog({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) {
  const path = `people/members/${encodeURIComponent(member.email)}`;
  const remove = useTeamChange(() => api.send<TeamView>("DELETE", path), onClose);
  return (
    <FormDialog
      title={`Remove ${member.name}?`}
      word="Remove"
      error={remove.error}
      isBusy={remove.isPending}
      isGrave
      onClose={onClose}
      onSubmit={() => remove.mutate(undefined)}
    >
      <Text>Their sessions in this shop end within two seconds. What they published stays, under their name.</Text>
    </FormDialog>
  );
}
