import {
  Alert,
  Button,
  Center,
  Container,
  Loader,
  Modal,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from "react";
import type { SessionView } from "../server/session/routes.js";
import { api, ApiError, onSessionEnded, setSession } from "../api.js";

interface Signed {
  readonly session: SessionView;
  /** @param everywhere on all devices @throws ApiError when nobody was signed out */
  readonly signOut: (everywhere: boolean) => Promise<void>;
}

const Context = createContext<Signed | null>(null);

/** @throws Error outside of the gate */
export function useSession(): Signed {
  const signed = useContext(Context);
  if (signed === null) throw new Error("nobody is signed in");
  return signed;
}

/**
 * Shows the pages to whoever is signed in, and everybody else the form. When the session ends the form comes above the
 * page, which keeps what was typed into it, and the request that found out is sent again.
 */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const [session, setView] = useState<SessionView | null | undefined>();
  const [isEnded, setEnded] = useState(false);
  const waiting = useRef<(() => void)[]>([]);

  const keep = (view: SessionView | null) => {
    setSession(view ?? undefined);
    setView(view);
  };

  useEffect(() => {
    onSessionEnded(
      () =>
        new Promise((resolve) => {
          waiting.current.push(resolve);
          setEnded(true);
        }),
    );
    void api.get<SessionView>("session").then(keep, () => keep(null));
  }, []);

  const signedIn = (view: SessionView) => {
    if (session != null && view.client_id !== session.client_id) {
      // Another shop's session must not go on with this one's page.
      location.assign("/console");
      return;
    }
    keep(view);
    setEnded(false);
    for (const resolve of waiting.current.splice(0)) resolve();
  };

  if (session === undefined) {
    return (
      <Center mih="60vh">
        <Loader aria-label="Loading" />
      </Center>
    );
  }
  if (session === null) {
    return (
      <Container size="xs" py="xl" component="main">
        <Title order={1} size="h2" mb="md">
          Vitrine console
        </Title>
        <SignIn onSignedIn={signedIn} />
      </Container>
    );
  }
  const signOut = async (everywhere: boolean) => {
    await api.send("DELETE", everywhere ? "session/everywhere" : "session");
    location.assign("/console");
  };
  return (
    <Context value={{ session, signOut }}>
      {children}
      <Modal
        opened={isEnded}
        onClose={() => undefined}
        withCloseButton={false}
        closeOnClickOutside={false}
        closeOnEscape={false}
        title="Your session has ended"
      >
        <Stack>
          <Text size="sm">Sign in again to go on. What you have typed is still there.</Text>
          <SignIn author={session.author} onSignedIn={signedIn} />
        </Stack>
      </Modal>
    </Context>
  );
}

interface SignInProps {
  readonly author?: string;
  readonly onSignedIn: (session: SessionView) => void;
}

function SignIn({ author: known = "", onSignedIn }: SignInProps) {
  const [author, setAuthor] = useState(known);
  const [key, setKey] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function submit() {
    setBusy(true);
    try {
      onSignedIn(await api.send<SessionView>("POST", "session", { key, author }));
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : "Something went wrong. Try again.");
      setBusy(false);
    }
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack>
        {problem !== null && (
          <Alert color="red" role="alert" title="That did not work">
            {problem}
          </Alert>
        )}
        <TextInput
          label="Your name"
          description="Others see it beside what you change."
          autoComplete="name"
          required
          maxLength={80}
          value={author}
          onChange={(event) => setAuthor(event.currentTarget.value)}
        />
        <PasswordInput
          label="Private key of the storefront"
          description="It begins with sk_; `vitrine clients new-key CLIENT private` makes one."
          autoComplete="current-password"
          required
          maxLength={200}
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        <Button type="submit" loading={isBusy}>
          Sign in
        </Button>
      </Stack>
    </form>
  );
}
