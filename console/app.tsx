import { AppShell, Burger, Button, Group, Loader, NativeSelect, NavLink, Stack, Text } from "@mantine/core";
import { useDisclosure, useDocumentTitle } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, type ComponentType } from "react";
import { Link, Redirect, Route, Switch, useLocation } from "wouter";
import { api, ApiError } from "./api.js";
import { PageError } from "./parts/page-error.js";
import { SessionGate, useSession } from "./parts/session.js";

const page = (load: () => Promise<{ readonly default: ComponentType }>) => lazy(load);

/** Main pages. Each is a separate bundle, loaded on the first visit. */
const PAGES = [
  { path: "/console/listings", title: "Listings", Page: page(() => import("./pages/listings/page.js")) },
  { path: "/console/drafts", title: "Drafts", Page: page(() => import("./pages/drafts/page.js")) },
  { path: "/console/history", title: "History", Page: page(() => import("./pages/history/page.js")) },
  { path: "/console/insights", title: "What shoppers do", Page: page(() => import("./pages/insights/page.js")) },
  { path: "/console/experiments", title: "Experiments", Page: page(() => import("./pages/experiments/page.js")) },
  { path: "/console/catalog", title: "Catalogue", Page: page(() => import("./pages/catalog/page.js")) },
] as const;

/** Visible to owners only. */
const PEOPLE = { path: "/console/people", title: "People", Page: page(() => import("./pages/people/page.js")) };

/** Detail pages, reached through links on other pages. */
const DETAILS = [
  { path: "/console/drafts/:id", Page: page(() => import("./pages/draft/page.js")) },
  { path: "/console/catalog/:product", Page: page(() => import("./pages/catalog/product-page.js")) },
] as const;

export const App = () => (
  <SessionGate>
    <Shell />
  </SessionGate>
);

function Shell() {
  const [isOpen, { toggle, close }] = useDisclosure();
  const [location] = useLocation();
  const { session, may } = useSession();
  const out = useSignOut();
  const pages = may("owner") ? [...PAGES, PEOPLE] : PAGES;
  const current = pages.find(({ path }) => location.startsWith(path));
  useDocumentTitle(`${current === undefined ? "" : `${current.title} · `}Vitrine console`);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 220, breakpoint: "sm", collapsed: { mobile: !isOpen } }}
      padding={{ base: "sm", sm: "lg" }}
    >
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={isOpen ? "Close navigation" : "Open navigation"}
            />
            <Shop />
          </Group>
          <Group gap="xs" wrap="nowrap">
            <Text size="sm" visibleFrom="sm" title={session.email}>
              {session.author} ({session.role})
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              loading={out.isPending && !out.variables}
              onClick={() => out.mutate(false)}
            >
              Sign out
            </Button>
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label="Pages">
        <AppShell.Section grow>
          {pages.map(({ path, title }) => (
            <NavLink
              key={path}
              component={Link}
              href={path}
              label={title}
              active={location.startsWith(path)}
              aria-current={location.startsWith(path) ? "page" : undefined}
              onClick={close}
            />
          ))}
        </AppShell.Section>
        <Button
          variant="subtle"
          justify="flex-start"
          loading={out.isPending && out.variables}
          title={`Ends every session of ${session.email}, on whatever device and in whatever shop`}
          onClick={() => out.mutate(true)}
        >
          Sign out everywhere
        </Button>
      </AppShell.Navbar>
      <AppShell.Main>
        <PageError key={location}>
          <Suspense fallback={<Loading />}>
            <Switch>
              {[...pages, ...DETAILS].map(({ path, Page }) => (
                <Route key={path} path={path} component={Page} />
              ))}
              <Route path="/console">
                <Redirect to={PAGES[0].path} replace />
              </Route>
              <Route>
                <Text>There is no page at this address.</Text>
              </Route>
            </Switch>
          </Suspense>
        </PageError>
      </AppShell.Main>
    </AppShell>
  );
}

/** Name of the current shop, or a selector if the account has several shops. */
function Shop() {
  const { session } = useSession();
  const { name, client_id, shops } = session;
  const move = useMutation({
    mutationFn: (to: string) => api.send("POST", "session/shop", { client_id: to }),
    onSettled: () => location.assign("/console"),
  });
  if (shops.length < 2) {
    return (
      <Text fw={700} truncate>
        {name}
      </Text>
    );
  }
  return (
    <NativeSelect
      aria-label="Shop"
      size="xs"
      value={client_id}
      disabled={move.isPending}
      data={shops.map((shop) => ({ value: shop.client_id, label: shop.name }))}
      onChange={({ currentTarget }) => move.mutate(currentTarget.value)}
    />
  );
}

/** Signs out. After a failure the session continues and a notification shows the error. */
function useSignOut() {
  const { signOut } = useSession();
  return useMutation({
    mutationFn: signOut,
    onError: (error) => {
      const why = error instanceof ApiError ? error.message : "Something went wrong.";
      notifications.show({ message: `You are still signed in: ${why}`, color: "red", autoClose: false });
    },
  });
}

const Loading = () => (
  <Stack align="center" p="xl">
    <Loader aria-label="Loading" />
  </Stack>
);
