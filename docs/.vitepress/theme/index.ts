import DefaultTheme from "vitepress/theme";
import { h } from "vue";
import { SiteSearch } from "./site-search.js";
import "./site-search.css";

/** The default theme of VitePress, with a search that uses the running service. */
export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { "nav-bar-content-before": () => h(SiteSearch) }),
};
