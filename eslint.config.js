import eslint from "@eslint/js";
import prettier from "eslint-config-prettier";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";
import { PURE } from "./.dependency-cruiser.mjs";

/**
 * Functions that run while a test file is loaded: callbacks of `describe` and of array methods. Callbacks of `it` and
 * hooks run later.
 */
const RUN_WHILE_LOADING = [
  "CallExpression[callee.name='describe'] > :function",
  "CallExpression[callee.object.name='describe'] > :function",
  "CallExpression[callee.property.name=/^(map|flatMap|filter|forEach|from|reduce)$/] > :function",
  "CallExpression > :function.callee",
].join(", ");
const CLOCKS = [
  "CallExpression[callee.object.name=/^(Date|performance)$/][callee.property.name='now']",
  "NewExpression[callee.name='Date'][arguments.length=0]",
  "CallExpression[callee.name='Date']",
  "CallExpression[callee.object.name='process'][callee.property.name='hrtime']",
].join(", ");

/** Forbids the spread of an object literal, which hides the fields of an object. */
const NO_SPREAD_LITERAL = {
  selector: "ObjectExpression > SpreadElement > ObjectExpression[properties.length>0]",
  message: "Write the fields directly instead of spreading an object literal.",
};

/**
 * Forbids test files to read a clock while they are loaded, because their tests may start many minutes later. Exported
 * for a unit test of this rule.
 */
export const NO_CLOCK_WHILE_LOADING = {
  files: ["test/**/*.ts"],
  ignores: ["test/fixtures/**"],
  rules: {
    "no-restricted-syntax": [
      "error",
      NO_SPREAD_LITERAL,
      {
        selector: `:matches(${CLOCKS}):not(:function:not(:matches(${RUN_WHILE_LOADING})) *)`,
        message: "This runs when the file is loaded, long before its tests: read the clock in a hook or a test.",
      },
    ],
  },
};

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
      // openid-client deprecates `allowInsecureRequests` only as a warning; local single sign-on providers need it.
      "@typescript-eslint/no-deprecated": [
        "error",
        { allow: [{ from: "package", package: "openid-client", name: "allowInsecureRequests" }] },
      ],
      "@typescript-eslint/no-unused-vars": ["error", { ignoreRestSiblings: true }],
    },
  },
  { rules: { "no-restricted-syntax": ["error", NO_SPREAD_LITERAL] } },
  {
    files: ["test/**/*.ts"],
    rules: {
      "@typescript-eslint/no-unused-expressions": "off",
      "@typescript-eslint/no-non-null-assertion": "off",
    },
  },
  NO_CLOCK_WHILE_LOADING,
  {
    // Allows non-null assertions for typed arrays, whose elements are never undefined.
    files: ["src/behaviour/sessions/**/*.ts", "quality/performance/{sessions,simulated-visits,rebuild}.ts"],
    rules: { "@typescript-eslint/no-non-null-assertion": "off" },
  },
  {
    files: ["src/**/*.ts"],
    ignores: ["src/main.ts"],
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
          message: "Files without I/O must not use this global.",
        })),
      ],
      "no-restricted-properties": [
        "error",
        { object: "Date", property: "now", message: "Files without I/O must receive the time as an argument." },
        {
          object: "Math",
          property: "random",
          message: "Files without I/O must receive random numbers as an argument.",
        },
      ],
      "no-restricted-syntax": [
        "error",
        NO_SPREAD_LITERAL,
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: "Files without I/O must receive the time as an argument.",
        },
      ],
    },
  },
  { files: ["console/**/*.tsx", "packages/react/**/*.tsx"], extends: [reactHooks.configs.flat.recommended] },
  { files: ["**/*.mjs", "*.js"], languageOptions: { globals: { process: "readonly", console: "readonly" } } },
  prettier,
);
