import type { Language } from "./configuration.js";

/**
 * The labels of true and false where a facet has none. The analysis of Chinese, Japanese and Korean shares one
 * language: English there.
 */
export const YES_NO: Readonly<Record<Language, readonly [yes: string, no: string]>> = {
  arabic: ["نعم", "لا"],
  bulgarian: ["Да", "Не"],
  catalan: ["Sí", "No"],
  cjk: ["Yes", "No"],
  czech: ["Ano", "Ne"],
  danish: ["Ja", "Nej"],
  dutch: ["Ja", "Nee"],
  english: ["Yes", "No"],
  finnish: ["Kyllä", "Ei"],
  french: ["Oui", "Non"],
  german: ["Ja", "Nein"],
  greek: ["Ναι", "Όχι"],
  hindi: ["हाँ", "नहीं"],
  hungarian: ["Igen", "Nem"],
  indonesian: ["Ya", "Tidak"],
  irish: ["Tá", "Níl"],
  italian: ["Sì", "No"],
  latvian: ["Jā", "Nē"],
  lithuanian: ["Taip", "Ne"],
  norwegian: ["Ja", "Nei"],
  persian: ["بله", "خیر"],
  portuguese: ["Sim", "Não"],
  romanian: ["Da", "Nu"],
  russian: ["Да", "Нет"],
  spanish: ["Sí", "No"],
  swedish: ["Ja", "Nej"],
  thai: ["ใช่", "ไม่ใช่"],
  turkish: ["Evet", "Hayır"],
};
