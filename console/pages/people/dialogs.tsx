import { Button, CopyButton, Group, Modal, Select, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Role } from "../../server/people/roles.js";
import type { TeamView } from "../../server/people/routes.js";
import type { Member } from "../../server/people/team.js";
import { api } from "../../api.js";
import { FormDialog } from "../../parts/form-dialog.js";
import { useTeamChange } from "./use-team-change.js";

const MEANINGS: Readonly<Record<Role, string>> = {
  reader: "Sees everything, and changes nothing.",
  editor: "Changes drafts, too.",
  publisher: "Publishes, undoes, approves, and runs experiments and the catalogue, too.",
  owner: "Says who may do what, too.",
};

interface DialogProps {
  readonly onClose: () => void;
}

/** Dialog that invites a person and shows the invitation link. The link is shown only once. */
export function InviteDialog({ onClose }: DialogProps) {
  const [member, setMember] = useState<Member>({ email: "", name: "", role: "editor" });
  const queries = useQueryClient();
  const invite = useMutation({
    mutationFn: () => api.send<{ readonly path: string }>("POST", "people/invitations", member),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["people"] }),
  });
  if (invite.data !== undefined) {
    return <LinkDialog link={`${location.origin}${invite.data.path}`} name={member.name} onClose={onClose} />;
  }
  return (
    <FormDialog
      title="Invite somebody"
      word="Invite"
      error={invite.error}
      isBusy={invite.isPending}
      onClose={onClose}
      onSubmit={() => invite.mutate()}
    >
      <TextInput
        label="E-mail address"
        description="They sign in with it; nothing is sent to it."
        type="email"
        required
        maxLength={255}
        data-autofocus
        value={member.email}
        onChange={({ currentTarget }) => setMember({ ...member, email: currentTarget.value })}
      />
      <NameAndRole member={member} onChange={setMember} />
    </FormDialog>
  );
}

interface LinkDialogProps extends DialogProps {
  readonly link: string;
  readonly name: string;
}

const LinkDialog = ({ link, name, onClose }: LinkDialogProps) => (
  <Modal opened onClose={onClose} title={`A link for ${name}`}>
    <Stack>
      <Text size="sm">Send it to nobody else: it works once, for seven days, and is shown only now.</Text>
      <TextInput label="Link" readOnly value={link} onFocus={({ currentTarget }) => currentTarget.select()} />
      <Group justify="flex-end">
        <CopyButton value={link}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? "Copied" : "Copy"}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  </Modal>
);

/** Dialog that changes a person's name or role. */
export function MemberDialog({ member: before, onClose }: DialogProps & { readonly member: Member }) {
  const [member, setMember] = useState(before);
  const path = `people/members/${encodeURIComponent(before.email)}`;
  const { name, role } = member;
  const change = useTeamChange(() => api.send<TeamView>("PUT", path, { name, role }), onClose);
  return (
    <FormDialog
      title={`Change ${before.name}`}
      word="Change"
      error={change.error}
      isBusy={change.isPending}
      onClose={onClose}
      onSubmit={() => change.mutate(undefined)}
    >
      <NameAndRole member={member} onChange={setMember} />
    </FormDialog>
  );
}

interface NameAndRoleProps {
  readonly member: Member;
  readonly onChange: (member: Member) => void;
}

const NameAndRole = ({ member, onChange }: NameAndRoleProps) => (
  <>
    <TextInput
      label="Name"
      description="It stands beside what they change."
      required
      maxLength={80}
      value={member.name}
      onChange={({ currentTarget }) => onChange({ ...member, name: currentTarget.value })}
    />
    <Select
      label="Role"
      description={MEANINGS[member.role]}
      data={Object.keys(MEANINGS)}
      allowDeselect={false}
      value={member.role}
      onChange={(role) => onChange({ ...member, role: role as Role })}
    />
  </>
);
