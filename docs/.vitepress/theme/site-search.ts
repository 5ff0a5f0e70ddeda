import { useRouter, withBase } from "vitepress";
import { createClient, type Client, type Item } from "@vitrine/client";
import { computed, defineComponent, h, onMounted, ref, shallowRef } from "vue";
import type { Section } from "../sections.js";

/** API access data of the storefront that contains the sections of this site. */
interface Access {
  readonly client_id: string;
  readonly public_key: string;
}

type Shown = Pick<Section, "path" | "title" | "within" | "text">;

const FIELDS = ["name", "within", "description"];

/** Converts a search hit to a section. The service returns several values as a list, and a single value as it is. */
const sectionOf = ({ product_identifier, name, within = [], description = "" }: Item): Shown => ({
  path: product_identifier,
  title: String(name),
  text: String(description),
  within: [within].flat().map(String),
});

const LIMIT = 8;
const PAUSE_MS = 120;

/**
 * Search box that queries the service. The box is shown only if the service that serves the site has indexed the site's
 * sections. Otherwise, VitePress' own search box is shown.
 */
export const SiteSearch = defineComponent({
  name: "SiteSearch",
  setup() {
    const router = useRouter();
    const client = shallowRef<Client>();
    const query = ref("");
    const found = ref<readonly Shown[]>([]);
    const active = ref(-1);
    const isOpen = ref(false);
    let requested = new AbortController();
    let pause: ReturnType<typeof setTimeout> | undefined;

    onMounted(async () => {
      const response = await fetch(withBase("/search.json")).catch(() => undefined);
      if (response?.ok !== true) return;
      const { client_id, public_key } = (await response.json()) as Access;
      client.value = createClient({ url: "", clientId: client_id, publicKey: public_key });
      document.documentElement.classList.add("has-site-search");
    });

    async function search(): Promise<void> {
      requested.abort();
      requested = new AbortController();
      const { signal } = requested;
      if (query.value.trim() === "") {
        found.value = [];
        return;
      }
      const request = { query: query.value, limit: LIMIT, projection: FIELDS };
      const response = await client.value?.search(request, { signal }).catch(() => undefined);
      if (response === undefined) return;
      found.value = response.items.map(sectionOf);
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
      client.value === undefined
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
