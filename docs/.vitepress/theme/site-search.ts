import { useRouter, withBase } from "vitepress";
import { computed, defineComponent, h, onMounted, ref } from "vue";
import type { Section } from "../sections.js";

/** Of the client whose catalogue are the sections of this site. */
interface Access {
  readonly client_id: string;
  readonly public_key: string;
}

interface Found {
  readonly items: readonly {
    readonly product_identifier: string;
    readonly name: string;
    /** One value comes as itself. */
    readonly within?: string | readonly string[];
    readonly description?: string;
  }[];
}

type Shown = Pick<Section, "path" | "title" | "within" | "text">;

const FIELDS = ["name", "within", "description"];

const LIMIT = 8;
const PAUSE_MS = 120;

/**
 * The search box, where the service that serves the site can answer it. Elsewhere there is none, and VitePress' own index
 * is searched: its box is hidden only while this one is there.
 */
export const SiteSearch = defineComponent({
  name: "SiteSearch",
  setup() {
    const router = useRouter();
    const access = ref<Access>();
    const query = ref("");
    const found = ref<readonly Shown[]>([]);
    const active = ref(-1);
    const isOpen = ref(false);
    let asked = new AbortController();
    let pause: ReturnType<typeof setTimeout> | undefined;

    onMounted(async () => {
      const response = await fetch(withBase("/search.json")).catch(() => undefined);
      if (response?.ok !== true) return;
      access.value = (await response.json()) as Access;
      document.documentElement.classList.add("has-site-search");
    });

    async function search(): Promise<void> {
      asked.abort();
      asked = new AbortController();
      const { signal } = asked;
      const { client_id, public_key } = access.value as Access;
      if (query.value.trim() === "") {
        found.value = [];
        return;
      }
      const url = `/v2/recommendations/search?service_api_client=${encodeURIComponent(client_id)}`;
      const headers = { "Content-Type": "application/json", "X-SERVICE-API-KEY": public_key };
      const body = JSON.stringify({
        user: { device_id: "anonymous" },
        query: query.value,
        limit: LIMIT,
        projection: FIELDS,
      });
      const response = await fetch(url, { method: "POST", headers, body, signal }).catch(() => undefined);
      if (response?.ok !== true) return;
      const { items } = (await response.json()) as Found;
      found.value = items.map(({ product_identifier, name, within = [], description = "" }) => ({
        ...{ path: product_identifier, title: name, within: [within].flat(), text: description },
      }));
      active.value = -1;
      isOpen.value = true;
    }

    function typed(event: Event): void {
      query.value = (event.target as HTMLInputElement).value;
      clearTimeout(pause);
      pause = setTimeout(() => void search(), PAUSE_MS);
    }

    function go(section: Shown | undefined): void {
      if (section === undefined) return;
      isOpen.value = false;
      void router.go(withBase(section.path));
    }

    function pressed(event: KeyboardEvent): void {
      const last = found.value.length - 1;
      if (event.key === "ArrowDown") active.value = Math.min(last, active.value + 1);
      else if (event.key === "ArrowUp") active.value = Math.max(-1, active.value - 1);
      else if (event.key === "Enter") go(found.value[Math.max(0, active.value)]);
      else if (event.key === "Escape") isOpen.value = false;
      else return;
      event.preventDefault();
    }

    const isShown = computed(() => isOpen.value && query.value.trim() !== "");
    const option = (section: Shown, position: number) =>
      h(
        "li",
        {
          id: `site-search-${position}`,
          role: "option",
          "aria-selected": position === active.value,
          onMousedown: (event: Event) => event.preventDefault(),
          onClick: () => go(section),
        },
        [
          h("span", { class: "within" }, section.within.join(" › ")),
          h("strong", section.title),
          h("span", { class: "text" }, section.text),
        ],
      );
    return () =>
      access.value === undefined
        ? null
        : h("div", { class: "site-search", onFocusout: () => (isOpen.value = false) }, [
            h("input", {
              type: "search",
              role: "combobox",
              placeholder: "Search",
              "aria-label": "Search the handbook",
              "aria-autocomplete": "list",
              "aria-expanded": isShown.value,
              "aria-controls": "site-search-results",
              "aria-activedescendant": active.value < 0 ? undefined : `site-search-${active.value}`,
              value: query.value,
              onInput: typed,
              onFocus: () => (isOpen.value = true),
              onKeydown: pressed,
            }),
            isShown.value &&
              h(
                "ul",
                { id: "site-search-results", role: "listbox", "aria-label": "Sections" },
                found.value.length === 0 ? [h("li", { class: "none" }, "Nothing found")] : found.value.map(option),
              ),
          ]);
  },
});
