import eslint from "@eslint/js";
import prettier from "eslint-config-prettier";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";
import { PURE } from "./.dependency-cruiser.mjs";

export default tseslint.config(
  { ignores: ["**/dist/", "node_modules/", ".cache/", ".data/", "data/"] },
  eslint.configs.recommended,
  {
    files: ["**/*.ts", "**/*.tsx"],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/switch-exhaustiveness-check": "error",
    },
  },
  {
    files: ["test/**/*.ts"],
    rules: {
      "@typescript-eslint/no-unused-expressions": "off",
      "@typescript-eslint/no-non-null-assertion": "off",
    },
  },
  {
    // Typed arrays are full of numbers: an index within their length is never undefined, and casts would hide the formulas.
    files: ["src/behaviour/sessions/**/*.ts", "bench/sessions.ts", "bench/simulated-visits.ts", "bench/rebuild.ts"],
    rules: { "@typescript-eslint/no-non-null-assertion": "off" },
  },
  {
    files: ["src/**/*.ts"],
    ignores: ["src/main.ts", "src/engine/local/**"],
    rules: {
      "no-restricted-properties": [
        "error",
        { object: "process", property: "env", message: "Only main.ts reads the environment." },
      ],
    },
  },
  {
    files: [
      ...PURE.folders.map((folder) => `${folder}/**/*.ts`),
      ...PURE.levels.map((folder) => `${folder}/*.ts`),
      ...PURE.files.map((file) => `${file}.ts`),
    ],
    ignores: PURE.io.map((file) => `${file}.ts`),
    rules: {
      "no-restricted-globals": [
        "error",
        ...["console", "performance", "process", "setImmediate", "setInterval", "setTimeout"].map((name) => ({
          name,
          message: "This file is pure.",
        })),
      ],
      "no-restricted-properties": [
        "error",
        { object: "Date", property: "now", message: "The time is an argument of pure files." },
        { object: "Math", property: "random", message: "Randomness is an argument of pure files." },
      ],
      "no-restricted-syntax": [
        "error",
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: "The time is an argument of pure files.",
        },
      ],
    },
  },
  { files: ["console/**/*.tsx", "packages/react/**/*.tsx"], extends: [reactHooks.configs.flat.recommended] },
  { files: ["**/*.mjs", "*.js"], languageOptions: { globals: { process: "readonly", console: "readonly" } } },
  prettier,
);
