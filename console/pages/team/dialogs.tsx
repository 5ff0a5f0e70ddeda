import { Button, CopyButton, Group, Modal, Radio, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Role } from "../../server/people/roles.js";
import type { TeamView } from "../../server/people/routes.js";
import type { Member } from "../../server/people/team.js";
import { api } from "../../api.js";
import { FormDialog } from "../../parts/form-dialog.js";
import { Action } from "../../parts/action.js";

const MEANINGS: Readonly<Record<Role, string>> = {
  viewer: "Viewers can see all pages, but cannot change anything.",
  editor: "Editors can also edit unpublished changes.",
  publisher: "Publishers can also publish, undo and approve changes, run A/B tests and import products.",
  owner: "Owners can also manage the team.",
};

interface DialogProps {
  readonly onClose: () => void;
}

export function InviteDialog({ onClose }: DialogProps) {
  const [member, setMember] = useState<Member>({ email: "", name: "", role: "viewer" });
  const queries = useQueryClient();
  // The default name is the part of the email address before the @.
  const invited = { ...member, name: member.name.trim() || (member.email.trim().split("@")[0] ?? "") };
  const invite = useMutation({
    mutationFn: () => api.send<{ readonly path: string }>("POST", "people/invitations", invited),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["people"] }),
  });
  if (invite.data !== undefined) {
    return <LinkDialog link={`${location.origin}${invite.data.path}`} name={invited.name} onClose={onClose} />;
  }
  return (
    <FormDialog
      title="Invite a member"
      word="Invite"
      request={invite}
      onClose={onClose}
      onSubmit={() => invite.mutate()}
    >
      <TextInput
        label="E-mail address"
        description="The person signs in with this address. Vitrine sends no e-mail: you receive a link to forward."
        type="email"
        required
        maxLength={255}
        data-autofocus
        value={member.email}
        onChange={({ currentTarget }) => setMember({ ...member, email: currentTarget.value })}
      />
      <NameAndRole member={member} suggested={invited.name} onChange={setMember} />
    </FormDialog>
  );
}

const LinkDialog = ({ link, name, onClose }: DialogProps & { link: string; name: string }) => (
  <Modal opened onClose={onClose} title={`Invitation link for ${name}`}>
    <Stack>
      <Text>Send this link to {name}. It works once, expires in seven days and is not shown again.</Text>
      <TextInput label="Link" readOnly value={link} onFocus={({ currentTarget }) => currentTarget.select()} />
      <Group justify="flex-end">
        <CopyButton value={link}>
          {({ copied, copy }) => <Action label={copied ? "Copied" : "Copy"} onClick={copy} />}
        </CopyButton>
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  </Modal>
);

export function MemberDialog({ member: before, onClose }: DialogProps & { member: Member }) {
  const [member, setMember] = useState(before);
  const path = `people/members/${encodeURIComponent(before.email)}`;
  const { name, role } = member;
  const change = useTeamChange(() => api.send<TeamView>("PUT", path, { name, role }), onClose);
  return (
    <FormDialog
      title={`Edit ${before.name}`}
      word="Save"
      request={change}
      onClose={onClose}
      onSubmit={() => change.mutate(undefined)}
    >
      <NameAndRole member={member} onChange={setMember} />
    </FormDialog>
  );
}

interface NameAndRoleProps {
  readonly member: Member;
  /** Name that is used if the field is empty. Without such a name, the user must enter a name. */
  readonly suggested?: string;
  readonly onChange: (member: Member) => void;
}

const NameAndRole = ({ member, suggested, onChange }: NameAndRoleProps) => (
  <>
    <TextInput
      label="Name"
      description="The console shows this name next to the person's changes."
      required={suggested === undefined}
      placeholder={suggested}
      maxLength={80}
      value={member.name}
      onChange={({ currentTarget }) => onChange({ ...member, name: currentTarget.value })}
    />
    <Radio.Group label="Role" value={member.role} onChange={(role) => onChange({ ...member, role: role })}>
      <Stack gap="xs" mt={4}>
        {Object.entries(MEANINGS).map(([role, meaning]) => (
          <Radio key={role} value={role} label={capitalized(role)} description={meaning} />
        ))}
      </Stack>
    </Radio.Group>
  </>
);

const capitalized = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

export function RemoveDialog({ member, onClose }: DialogProps & { member: Member }) {
  const path = `people/members/${encodeURIComponent(member.email)}`;
  const remove = useTeamChange(() => api.send<TeamView>("DELETE", path), onClose);
  return (
    <FormDialog
      title={`Remove ${member.name}?`}
      word="Remove"
      request={remove}
      isGrave
      onClose={onClose}
      onSubmit={() => remove.mutate(undefined)}
    >
      <Text>The sessions of this member end within two seconds. Published changes of this member remain.</Text>
    </FormDialog>
  );
}

/** Changes the team and updates the displayed team from the response. */
export function useTeamChange<T>(request: (given: T) => Promise<TeamView>, onDone: () => void = () => undefined) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: request,
    onSuccess: (team) => {
      queries.setQueryData(["people"], team);
      onDone();
    },
  });
}
