import { Avatar, Badge, Button, Card, Group, Stack, Switch, Text } from "@mantine/core";
import { IconEdit, IconTrash, IconUserPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { TeamView } from "../../server/people/routes.js";
import type { Member } from "../../server/people/team.js";
import { api } from "../../api.js";
import { IconAction } from "../../parts/action.js";
import { Answered, Problem } from "../../parts/loaded.js";
import { shownMoment } from "../../parts/moments.js";
import { useSession } from "../../parts/session.js";
import { InviteDialog, MemberDialog, RemoveDialog, useTeamChange } from "./dialogs.js";

/** Members and invitations of the shop. Owners can change members, invitations and the approval setting. */
export function Members() {
  const query = useQuery({ queryKey: ["people"], queryFn: () => api.get<TeamView>("people") });
  return <Answered query={query}>{(team) => <Team team={team} />}</Answered>;
}

function Team({ team }: { team: TeamView }) {
  const isOwner = useSession().may("owner");
  const [dialog, setDialog] = useState<ReactNode>(null);
  const withdraw = useTeamChange((id: string) => api.send<TeamView>("DELETE", `people/invitations/${id}`));
  const onClose = () => setDialog(null);
  const isAlone = team.members.length === 1 && team.invitations.length === 0;
  return (
    <Stack>
      {isOwner && (
        <Group justify="space-between">
          <Text>{isAlone ? "You are the only member. Invite colleagues with a link that you send them." : ""}</Text>
          <Button
            leftSection={<IconUserPlus size={16} aria-hidden />}
            onClick={() => setDialog(<InviteDialog onClose={onClose} />)}
          >
            Invite
          </Button>
        </Group>
      )}
      {withdraw.error !== null && <Problem error={withdraw.error} />}
      <Stack gap="xs" role="list" aria-label="Members">
        {team.members.map((member) => (
          <Row key={member.email} name={member.name} detail={member.email} role={member.role}>
            {isOwner && (
              <>
                <IconAction
                  Of={IconEdit}
                  label={`Edit ${member.name}`}
                  onClick={() => setDialog(<MemberDialog member={member} onClose={onClose} />)}
                />
                <IconAction
                  Of={IconTrash}
                  label={`Remove ${member.name}`}
                  onClick={() => setDialog(<RemoveDialog member={member} onClose={onClose} />)}
                />
              </>
            )}
          </Row>
        ))}
        {team.invitations.map(({ id, email, name, role, by, expires_at }) => {
          const invited = email ?? "Anyone with the link";
          return (
            <Row
              key={id}
              name={name ?? invited}
              detail={`${name === null ? "" : `${invited}. `}Invited by ${by}, expires ${shownMoment(expires_at)}`}
              role={role}
              isInvited
            >
              {isOwner && (
                <IconAction
                  Of={IconTrash}
                  label={`Withdraw the invitation for ${invited}`}
                  onClick={() => withdraw.mutate(id)}
                />
              )}
            </Row>
          );
        })}
      </Stack>
      <Approval isRequired={team.needs_approval} isOwner={isOwner} />
      {dialog}
    </Stack>
  );
}

const APPROVAL = "Changes need the approval of a second user before they are published.";

function Approval({ isRequired, isOwner }: { isRequired: boolean; isOwner: boolean }) {
  const change = useTeamChange((needs_approval: boolean) =>
    api.send<TeamView>("PUT", "people/approval", { needs_approval }),
  );
  if (!isOwner) return isRequired ? <Text>{APPROVAL}</Text> : null;
  return (
    <>
      {change.error !== null && <Problem error={change.error} />}
      <Switch
        label="Require approval"
        description={APPROVAL}
        checked={isRequired}
        disabled={change.isPending}
        onChange={({ currentTarget }) => change.mutate(currentTarget.checked)}
      />
    </>
  );
}

interface RowProps extends Pick<Member, "name" | "role"> {
  readonly detail: string;
  readonly isInvited?: boolean;
  readonly children: ReactNode;
}

const Row = ({ name, detail, role, isInvited = false, children }: RowProps) => (
  <Card withBorder padding="sm" role="listitem">
    <Group justify="space-between">
      <Group wrap="nowrap" gap="sm" flex="1 1 15rem">
        <Avatar name={name} variant="filled" color={isInvited ? "gray.7" : "indigo.8"} alt="" />
        <div>
          <Text size="md" fw={500}>
            {name}
          </Text>
          <Text c="dimmed">{detail}</Text>
        </div>
      </Group>
      <Group gap={4}>
        {isInvited && (
          <Badge variant="outline" color="orange" c="var(--mantine-color-text)" tt="none">
            Invited
          </Badge>
        )}
        <Badge variant="outline" color="gray" c="var(--mantine-color-text)" tt="capitalize">
          {role}
        </Badge>
        {children}
      </Group>
    </Group>
  </Card>
);
