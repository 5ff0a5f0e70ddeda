import { Text, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { InvitationView } from "../server/session/views.js";
import { api } from "../api.js";
import { Answered, Problem } from "./loaded.js";
import { Form } from "./form.js";
import { Email, Password } from "./sign-in.js";
import { Action } from "./action.js";

interface JoinProps {
  /** Token from the fragment of the invitation link. Browsers do not send fragments to servers. */
  readonly token: string;
  readonly onJoined: () => void;
}

export function Join({ token, onJoined }: JoinProps) {
  const query = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => api.send<InvitationView>("POST", "session/invitation", { token }),
  });
  return (
    <Answered query={query}>
      {(invitation) => <Accept token={token} invitation={invitation} onJoined={onJoined} />}
    </Answered>
  );
}

function Accept({ token, invitation, onJoined }: JoinProps & { invitation: InvitationView }) {
  const { shop, role, has_password } = invitation;
  const [email, setEmail] = useState(invitation.email ?? "");
  const [name, setName] = useState(invitation.name ?? "");
  const [password, setPassword] = useState("");
  const join = useMutation({
    mutationFn: () => api.send("POST", "session/join", { token, email, name, password }),
    onSuccess: onJoined,
  });
  return (
    <Form onSubmit={() => join.mutate()}>
      <Text>
        You are invited to the console of {shop}. Your role: {role}.
      </Text>
      {join.error !== null && <Problem error={join.error} />}
      <Email readOnly={invitation.email !== null} value={email} onChange={setEmail} />
      <TextInput
        label="Name"
        description="The console shows this name next to your changes."
        autoComplete="name"
        required
        maxLength={80}
        readOnly={invitation.name !== null}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Password
        label={has_password ? "Your password" : "Choose a password"}
        isNew={!has_password}
        value={password}
        onChange={setPassword}
      />
      <Action label="Accept invitation" variant="filled" type="submit" loading={join.isPending} />
    </Form>
  );
}
