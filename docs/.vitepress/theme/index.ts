import DefaultTheme from "vitepress/theme";
import { h } from "vue";
import { SiteSearch } from "./site-search.js";
import "./site-search.css";

/** VitePress' own theme, with a search that the service behind the page answers. */
export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { "nav-bar-content-before": () => h(SiteSearch) }),
};
