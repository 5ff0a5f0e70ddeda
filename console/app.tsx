import {
  ActionIcon,
  AppShell,
  Box,
  Burger,
  Button,
  Group,
  Menu,
  NativeSelect,
  NavLink,
  Skeleton,
  Stack,
  Text,
} from "@mantine/core";
import { useDisclosure, useDocumentTitle } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import {
  IconArrowsExchange,
  IconBox,
  IconCalendarEvent,
  IconChartBar,
  IconDevices,
  IconFlask,
  IconHome,
  IconLogout,
  IconPhoto,
  IconPin,
  IconSearch,
  IconSettings,
  IconSparkles,
  IconUserCircle,
  IconUsers,
} from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, type ComponentType } from "react";
import { Link, Route, Switch, useLocation } from "wouter";
import { api, ApiError } from "./api.js";
import { count } from "./parts/format-numbers.js";
import { Logo } from "./parts/logo.js";
import { PageError } from "./parts/page-error.js";
import { SessionGate, useSession } from "./parts/session.js";
import { useWorkingDraft, WorkingDraftProvider } from "./parts/working-draft.js";
import { Action } from "./parts/action.js";

const page = (load: () => Promise<{ readonly default: ComponentType }>) => lazy(load);

/** Main pages in the order of the navigation. Each page is a separate bundle, loaded on the first visit. */
const PAGES = [
  { path: "/console", title: "Home", Icon: IconHome, Page: page(() => import("./pages/home/page.js")) },
  {
    path: "/console/preview",
    title: "Search preview",
    Icon: IconSearch,
    Page: page(() => import("./pages/preview/page.js")),
  },
  { path: "/console/rules", title: "Rules", Icon: IconPin, Page: page(() => import("./pages/rules/page.js")) },
  {
    path: "/console/synonyms",
    title: "Synonyms",
    Icon: IconArrowsExchange,
    Page: page(() => import("./pages/synonyms/page.js")),
  },
  {
    path: "/console/campaigns",
    title: "Campaigns",
    Icon: IconCalendarEvent,
    Page: page(() => import("./pages/campaigns/page.js")),
  },
  { path: "/console/banners", title: "Banners", Icon: IconPhoto, Page: page(() => import("./pages/banners/page.js")) },
  {
    path: "/console/recommendations",
    title: "Recommendations",
    Icon: IconSparkles,
    Page: page(() => import("./pages/recommendations/page.js")),
  },
  {
    path: "/console/analytics",
    title: "Analytics",
    Icon: IconChartBar,
    Page: page(() => import("./pages/analytics/page.js")),
  },
  {
    path: "/console/ab-tests",
    title: "A/B tests",
    Icon: IconFlask,
    Page: page(() => import("./pages/ab-tests/page.js")),
  },
  { path: "/console/catalog", title: "Catalog", Icon: IconBox, Page: page(() => import("./pages/catalog/page.js")) },
  { path: "/console/team", title: "Team", Icon: IconUsers, Page: page(() => import("./pages/team/page.js")) },
  {
    path: "/console/settings",
    title: "Settings",
    Icon: IconSettings,
    Page: page(() => import("./pages/settings/page.js")),
  },
] as const;

/** Pages that are not in the navigation and are opened through links. */
const OTHERS = [
  { path: "/console/changes", title: "Changes", Page: page(() => import("./pages/changes/page.js")) },
  { path: "/console/catalog/:product", title: "Catalog", Page: page(() => import("./pages/catalog/product-page.js")) },
] as const;

export const App = () => (
  <SessionGate>
    <Shell />
  </SessionGate>
);

function Shell() {
  const [isOpen, { toggle, close }] = useDisclosure();
  const [location] = useLocation();
  const isAt = (path: string) => (path === "/console" ? location === path : location.startsWith(path));
  const current = [...PAGES, ...OTHERS].find(({ path }) => isAt(path));
  useDocumentTitle(`${current === undefined ? "" : `${current.title} · `}Vitrine console`);
  return (
    <WorkingDraftProvider>
      <AppShell
        header={{ height: 60 }}
        navbar={{ width: 220, breakpoint: "sm", collapsed: { mobile: !isOpen } }}
        padding={{ base: "sm", sm: "lg" }}
      >
        <AppShell.Header>
          <Group h="100%" px="md" justify="space-between" wrap="nowrap" gap="xs">
            <Group wrap="nowrap" gap="sm" miw={0}>
              <Burger
                opened={isOpen}
                onClick={toggle}
                hiddenFrom="sm"
                size="sm"
                aria-label={isOpen ? "Close navigation" : "Open navigation"}
              />
              <Box visibleFrom="sm">
                <Logo />
              </Box>
              <Shop />
            </Group>
            <Group gap="xs" wrap="nowrap">
              <ReviewButton />
              <Account />
            </Group>
          </Group>
        </AppShell.Header>
        <AppShell.Navbar p="xs" aria-label="Pages" style={{ overflowY: "auto" }}>
          {PAGES.map(({ path, title, Icon }) => (
            <NavLink
              key={path}
              component={Link}
              href={path}
              label={title}
              leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
              active={isAt(path)}
              aria-current={isAt(path) ? "page" : undefined}
              onClick={close}
              style={{ borderRadius: "var(--mantine-radius-md)" }}
            />
          ))}
        </AppShell.Navbar>
        <AppShell.Main>
          <PageError key={location}>
            <Suspense fallback={<Loading />}>
              <Switch>
                {[...PAGES, ...OTHERS].map(({ path, Page }) => (
                  <Route key={path} path={path} component={Page} />
                ))}
                <Route>
                  <Text>There is no page at this address.</Text>
                </Route>
              </Switch>
            </Suspense>
          </PageError>
        </AppShell.Main>
      </AppShell>
    </WorkingDraftProvider>
  );
}

function ReviewButton() {
  const { draft } = useWorkingDraft();
  const changes = draft?.changes.length ?? 0;
  if (changes === 0) {
    return <Action label="Changes" href="/console/changes" size="sm" />;
  }
  return (
    <Button component={Link} href="/console/changes" size="sm" aria-label={`Review and publish (${count(changes)})`}>
      Review
      <Box component="span" visibleFrom="sm">
        &nbsp;and publish
      </Box>
      &nbsp;({count(changes)})
    </Button>
  );
}

function Account() {
  const { session } = useSession();
  const out = useSignOut();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" size="lg" aria-label={`Account of ${session.author}`} loading={out.isPending}>
          <IconUserCircle size={22} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown maw={320}>
        <Menu.Label style={{ overflowWrap: "anywhere" }}>
          {session.author} ({session.role})<br />
          {session.email}
        </Menu.Label>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => out.mutate(false)}>
          Sign out
        </Menu.Item>
        <Menu.Item leftSection={<IconDevices size={16} aria-hidden />} onClick={() => out.mutate(true)}>
          Sign out on all devices
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
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
      <Text size="md" fw={700} truncate>
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
  <Stack role="status" aria-label="Loading">
    <Skeleton h={32} w={220} />
    <Skeleton h={120} />
    <Skeleton h={240} />
  </Stack>
);
