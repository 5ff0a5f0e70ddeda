import { everydayShop } from "./everyday.js";

export const greek = everydayShop(
  "greek",
  {
    fournos: "Εντοιχιζόμενος φούρνος",
    maintanos: "Μαϊντανός ξερός",
    "papoutsia-gynaikeia": "Γυναικεία παπούτσια δερμάτινα",
    botakia: { title: "Μποτάκια σουέτ", categories: ["Γυναικεία: Παπούτσια"] },
    "papoutsia-andrika": "Ανδρικά παπούτσια δερμάτινα",
    "papoutsia-paidika": "Παιδικά παπούτσια με σκρατς",
    vivlio: "Βιβλίο μαγειρικής",
    karekla: "Καρέκλα κήπου",
    machairi: "Μαχαίρι ψωμιού",
    forema: "Κόκκινο φόρεμα",
    kaltses: "Μάλλινες κάλτσες",
    lampa: "Λάμπα γραφείου",
    nike: { title: "Μπλουζάκι T-shirt", designer: "Nike" },
    zorbas: "Βίος και πολιτεία του Αλέξη Ζορμπά",
    "sokolata-xoris": "Σοκολάτα χωρίς ζάχαρη",
    "sokolata-me": "Σοκολάτα με ζάχαρη και φουντούκια",
    "chymos-500": "Χυμός μήλου 500 ml",
    "chymos-1000": "Χυμός μήλου 1 l",
  },
  {
    accents: [
      { query: "φουρνος", finds: ["fournos"] },
      { query: "ΦΟΥΡΝΟΣ", finds: ["fournos"] },
      { query: "μαιντανος", finds: ["maintanos"] },
      { query: "καρεκλα κηπου", finds: ["karekla"], first: "karekla" },
    ],
    departments: [
      {
        query: "παπούτσια γυναικεία",
        finds: ["papoutsia-gynaikeia", "botakia"],
        lacks: ["papoutsia-andrika", "papoutsia-paidika"],
      },
      {
        query: "παπούτσια για γυναίκες",
        finds: ["papoutsia-gynaikeia"],
        lacks: ["papoutsia-andrika", "papoutsia-paidika"],
      },
      {
        query: "ανδρικα παπουτσια",
        finds: ["papoutsia-andrika"],
        lacks: ["papoutsia-gynaikeia", "papoutsia-paidika"],
      },
      {
        query: "παπούτσια για άνδρες",
        finds: ["papoutsia-andrika"],
        lacks: ["papoutsia-gynaikeia", "papoutsia-paidika"],
      },
    ],
    plurals: [
      { query: "βιβλία", finds: ["vivlio"] },
      { query: "καρέκλες", finds: ["karekla"] },
      { query: "μαχαίρια", finds: ["machairi"] },
      { query: "κόκκινα φορέματα", finds: ["forema"], first: "forema" },
      { query: "κάλτσα", finds: ["kaltses"] },
      { query: "λάμπες γραφείου", finds: ["lampa"], first: "lampa" },
    ],
    hyphens: [{ query: "nike tshirt", finds: ["nike"], first: "nike" }],
    "stop words": [{ query: "βίος και πολιτεία του αλέξη ζορμπά", finds: ["zorbas"], first: "zorbas" }],
    negation: [
      {
        query: "σοκολατα χωρις ζαχαρη",
        finds: ["sokolata-xoris"],
        first: "sokolata-xoris",
        lacks: ["sokolata-me"],
      },
    ],
    amounts: [{ query: "χυμός μήλου 0,5 l", finds: ["chymos-500"], first: "chymos-500" }],
  },
);
