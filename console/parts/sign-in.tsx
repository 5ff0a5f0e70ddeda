import { Alert, Button, PasswordInput, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SessionView } from "../server/session/views.js";
import { api } from "../api.js";
import { Form } from "./form.js";
import { Problem } from "./loaded.js";
import { Action } from "./action.js";

export function SignIn({ known, onSignedIn }: { known?: SessionView; onSignedIn: (session: SessionView) => void }) {
  const [email, setEmail] = useState(known?.email ?? "");
  const [password, setPassword] = useState("");
  const ways = useQuery({
    queryKey: ["ways"],
    queryFn: () => api.get<{ readonly single_sign_on: boolean }>("session/ways"),
  });
  const signIn = useMutation({
    mutationFn: () => api.send<SessionView>("POST", "session", { email, password, client_id: known?.client_id }),
    onSuccess: onSignedIn,
  });
  const refused = known === undefined ? new URLSearchParams(location.search).get("refused") : null;
  return (
    <Form onSubmit={() => signIn.mutate()}>
      {refused !== null && signIn.error === null && (
        <Alert color="red" role="alert" title={REFUSED[refused] ?? "Single sign-on failed. Try again."} />
      )}
      {signIn.error !== null && <Problem error={signIn.error} />}
      <Email value={email} onChange={setEmail} />
      <Password label="Password" isNew={false} value={password} onChange={setPassword} />
      <Action label="Sign in" variant="filled" type="submit" loading={signIn.isPending} />
      {ways.data?.single_sign_on === true && (
        <Button component="a" href="/console/api/session/oidc" variant="default">
          Sign in with your organisation
        </Button>
      )}
    </Form>
  );
}

const REFUSED: Readonly<Record<string, string>> = {
  unknown: "This e-mail address has no invitation. Ask an owner of the shop for one.",
  unverified: "Your organisation has not verified this e-mail address.",
};

interface EmailProps {
  readonly value: string;
  readonly readOnly?: boolean;
  readonly onChange: (value: string) => void;
}

export const Email = ({ onChange, ...more }: EmailProps) => (
  <TextInput
    label="E-mail address"
    type="email"
    autoComplete="username"
    required
    maxLength={255}
    {...more}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);

interface PasswordProps {
  readonly label: string;
  /** Whether the user chooses a new password. Browsers can then suggest a password. */
  readonly isNew: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export const Password = ({ label, isNew, value, onChange }: PasswordProps) => (
  <PasswordInput
    label={label}
    description={isNew ? "At least 12 characters, for example several words." : undefined}
    autoComplete={isNew ? "new-password" : "current-password"}
    required
    minLength={isNew ? 12 : undefined}
    maxLength={200}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);
