import { Card, Center, Container, Loader, Modal, Stack, Text, Title } from "@mantine/core";
import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from "react";
import type { Role } from "../server/people/roles.js";
import type { SessionView } from "../server/session/views.js";
import { api, onSessionEnded, setSession } from "../api.js";
import { Join } from "./join.js";
import { Logo } from "./logo.js";
import { SignIn } from "./sign-in.js";

interface Signed {
  readonly session: SessionView;
  /** Returns whether the user has the permissions of a role. */
  readonly may: (least: Role) => boolean;
  /**
   * Signs the user out.
   * @param everywhere whether to sign out on all devices
   * @throws {ApiError} if signing out failed
   */
  readonly signOut: (everywhere: boolean) => Promise<void>;
}

const Context = createContext<Signed | null>(null);

/**
 * Returns the current session.
 * @throws Error if the component is not inside a `SessionGate`
 */
export function useSession(): Signed {
  const signed = useContext(Context);
  if (signed === null) throw new Error("useSession requires a SessionGate");
  return signed;
}

/** Reloads the console at its start page, because an open page of one shop must not use another shop's session. */
const begin = () => location.assign("/console");

/**
 * Shows the pages to signed-in users and the sign-in form to others. When the session expires, the form opens above the
 * page. The page keeps its input, and the failed request is sent again.
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const [session, setView] = useState<SessionView | null | undefined>();
  const [isEnded, setEnded] = useState(false);
  const waiting = useRef<(() => void)[]>([]);
  const isInvited = location.pathname === "/console/join";

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
    if (session != null && (view.client_id !== session.client_id || view.email !== session.email)) {
      begin();
      return;
    }
    keep(view);
    setEnded(false);
    for (const resolve of waiting.current.splice(0)) resolve();
  };

  if (session === undefined && !isInvited) {
    return (
      <Center mih="60vh">
        <Loader aria-label="Loading" />
      </Center>
    );
  }
  if (session == null || isInvited) {
    return (
      <Container size={440} py="xl" component="main">
        <Logo />
        <Card withBorder mt="md" padding="lg">
          <Title order={1} size="h3" mb="md">
            {isInvited ? "Accept your invitation" : "Sign in"}
          </Title>
          {isInvited ? <Join token={location.hash.slice(1)} onJoined={begin} /> : <SignIn onSignedIn={signedIn} />}
        </Card>
      </Container>
    );
  }
  const signOut = async (everywhere: boolean) => {
    await api.send("DELETE", everywhere ? "session/everywhere" : "session");
    begin();
  };
  return (
    <Context value={{ session, may: (least) => session.may.includes(least), signOut }}>
      {children}
      <Modal
        opened={isEnded}
        onClose={() => undefined}
        withCloseButton={false}
        closeOnClickOutside={false}
        closeOnEscape={false}
        // Shows this dialog above other dialogs, including dialogs that mount later.
        zIndex={1000}
        title="Your session has ended"
      >
        <Stack>
          <Text>Sign in again to continue. Your input on this page is kept.</Text>
          <SignIn known={session} onSignedIn={signedIn} />
        </Stack>
      </Modal>
    </Context>
  );
}
