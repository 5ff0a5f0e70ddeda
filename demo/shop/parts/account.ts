import { element, icon } from "../element.js";
import type { Shop } from "../shop.js";
import { IN_ENGLISH } from "../wording.js";

/** Button for a simulated login with any name. Devices that log in with the same name share a taste profile. */
export function accountButton(shop: Shop): HTMLElement {
  const label = () => {
    const name = shop.shopper.name();
    return name ?? shop.words.log_in;
  };
  const open = () => {
    const dialog = accountDialog(shop, () => button.setAttribute("aria-label", label()));
    document.body.append(dialog);
    dialog.showModal();
  };
  const button = element(
    "button",
    { class: "tool", type: "button", "aria-label": label(), click: open },
    icon("person"),
  );
  return button;
}

function accountDialog(shop: Shop, onChange: () => void): HTMLDialogElement {
  const name = shop.shopper.name();
  const login = (given: string | null) => {
    shop.shopper.login(given);
    onChange();
    dialog.close();
    shop.refresh();
  };
  const field = element("input", { id: "account-name", maxlength: 60, autocomplete: "off", required: true });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (field.value.trim() !== "") login(field.value.trim());
  };
  const close = element("button", { class: "button quiet", type: "button", click: () => dialog.close() }, "Close");
  const form =
    name === null
      ? element(
          "form",
          { submit },
          element("label", { for: "account-name" }, "Name"),
          field,
          element("div", { class: "dialog-buttons" }, element("button", { class: "button" }, "Log in"), close),
        )
      : element(
          "div",
          { class: "dialog-buttons" },
          element("button", { class: "button", type: "button", click: () => login(null) }, "Log out"),
          close,
        );
  const dialog = element(
    "dialog",
    { class: "dialog", ...IN_ENGLISH, "aria-labelledby": "account-title", close: () => dialog.remove() },
    element("h2", { id: "account-title" }, name === null ? "Log in (demo)" : `Hello, ${name}`),
    element(
      "p",
      {},
      name === null
        ? "Enter any name. There is no password. Products that you view are also remembered for this name, so other browsers with the same name get the same ranking."
        : "This shop ranks products based on the products that you viewed in this browser and under this name.",
    ),
    shop.shopper.consent() === "yes"
      ? null
      : element("p", {}, "Your name only affects the ranking in browsers in which you accepted personalization."),
    form,
  );
  return dialog;
}
