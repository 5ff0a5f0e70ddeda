/** Model names for shoes, bags and jewellery. */
export const MODEL_NAMES: readonly string[] = [
  "Alba", "Noor", "Iris", "Juno", "Mara", "Luca", "Ines", "Otto", "Elba", "Roma", "Siena", "Vico", "Nola", "Tilda", "Aster",
  "Beau", "Carlo", "Delia", "Enzo", "Fleur", "Greta", "Hugo", "Ida", "Jonas", "Kaia", "Lena", "Milo", "Nina", "Olga", "Paolo",
  "Rhea", "Sofie", "Theo", "Una", "Vera", "Wilma", "Yara", "Zeno", "Anouk", "Bruna", "Clio", "Dario", "Edda", "Franca",
  "Gianni", "Hedda", "Ilse", "Jolie", "Klara", "Leonie", "Marlo", "Nico", "Orla", "Petra", "Renzo", "Saskia", "Tessa",
  "Ursa", "Viola", "Wren", "Amara", "Bodhi", "Cosmo", "Dune", "Ember", "Fjord", "Gale", "Haven", "Isla", "Jade", "Kite",
  "Lark", "Moss", "Nova", "Onda", "Piazza", "Quill", "Rive", "Sol", "Terra", "Umbra", "Vento", "Wisp", "Zephyr",
]; // prettier-ignore
