import { apiPages } from "../.vitepress/api-pages.js";

export default {
  paths: () => apiPages().map(({ name, text }) => ({ params: { tag: name }, content: text })),
};
