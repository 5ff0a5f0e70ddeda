/** Text field with a list, following the ARIA pattern "editable combobox with list autocomplete". */
export interface Combobox {
  /** Shows the list without an active option, or closes the list if there are no options. */
  open(): void;
  close(): void;
}

export interface ComboboxParts {
  readonly field: HTMLInputElement;
  /**
   * Element that contains the options. Each option has the role `option`, an id and a click handler. The text field
   * keeps the focus.
   */
  readonly list: HTMLElement;
  /** Called if the user presses the arrow-down key while the list is closed. */
  readonly onRequested: () => void;
}

export function combobox({ field, list, onRequested }: ComboboxParts): Combobox {
  let active: HTMLElement | undefined;
  const attributes = { role: "combobox", "aria-autocomplete": "list", "aria-controls": list.id };
  for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value);

  function activate(option: HTMLElement | undefined): void {
    active?.setAttribute("aria-selected", "false");
    active = option;
    active?.setAttribute("aria-selected", "true");
    active?.scrollIntoView({ block: "nearest" });
    if (active === undefined) field.removeAttribute("aria-activedescendant");
    else field.setAttribute("aria-activedescendant", active.id);
  }

  function show(isOpen: boolean): void {
    activate(undefined);
    list.hidden = !isOpen;
    field.setAttribute("aria-expanded", String(isOpen));
  }
  const isOpen = () => !list.hidden;
  const close = () => show(false);

  /**
   * Activates the next or the previous option. After the last option, the field itself is active, and then the first
   * option.
   */
  function move(by: 1 | -1): void {
    const options = optionsIn(list);
    const places = options.length + 1;
    const place = active === undefined ? options.length : options.indexOf(active);
    activate(options[(place + by + places) % places]);
  }

  field.addEventListener("keydown", (event) => {
    const reaction = reactionTo(event);
    if (reaction === undefined) return;
    event.preventDefault();
    reaction();
  });
  function reactionTo({ key, isComposing }: KeyboardEvent): (() => void) | undefined {
    if (isComposing) return undefined;
    switch (key) {
      case "ArrowDown":
        return isOpen() ? () => move(1) : onRequested;
      case "ArrowUp":
        return isOpen() ? () => move(-1) : undefined;
      case "Enter":
        return active === undefined ? undefined : () => active?.click();
      case "Escape":
        return isOpen() ? close : undefined;
      default:
        return undefined;
    }
  }
  field.addEventListener("blur", close);
  list.addEventListener("mousedown", (event) => event.preventDefault());

  close();
  return { open: () => show(optionsIn(list).length > 0), close };
}

const optionsIn = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>("[role=option]")];
