import { FOLDED_ONLY, type LanguageDefinition, UNKNOWN_WORDS } from "./language.js";

export const thai: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  forms: { ...FOLDED_ONLY, folding: ["decimal_digit"], isUnspaced: true, tokenizer: "thai" },
  stopWords:
    "ไว้ ไม่ ไป ได้ ให้ ใน โดย แห่ง แล้ว และ แรก แต่ เอง เห็น เลย เริ่ม เรา เมื่อ เพื่อ เพราะ เป็นการ เป็น เปิดเผย " +
    "เนื่องจาก เดียวกัน เดียว เช่น เฉพาะ เคย เข้า เขา อีก อาจ อะไร ออก อย่าง อยู่ อยาก หาก หลาย หลังจาก หรือ ส่วน สุด " +
    "สำหรับ ว่า ลง ร่วม ราย รับ ระหว่าง รวม ยัง มี มาก มา พร้อม พบ ผ่าน บาง น่า นี้ นำ นั้น นัก นอกจาก ทุก ที่สุด ที่ " +
    "ทำให้ ทำ ทาง ทั้งนี้ ทั้ง ถ้า ถูก ถึง ต้อง ต่างๆ ต่าง ต่อ ตาม ตั้งแต่ ตั้ง ด้าน ด้วย ดัง ซึ่ง ช่วง จึง จาก จัด " +
    "จะ คือ ความ ครั้ง คง ขึ้น ของ ขอ ขณะ ก่อน ก็ การ กับ กัน กว่า กล่าว",
  code: "th",
  yesNo: ["ใช่", "ไม่ใช่"],
  headPosition: "first",
  departments: {
    women: { words: "ผู้หญิง หญิง สตรี", beginnings: "ผู้หญิง สตรี" },
    men: { words: "ผู้ชาย ชาย บุรุษ", beginnings: "ผู้ชาย บุรุษ" },
    girls: { words: "เด็กผู้หญิง เด็กหญิง", beginnings: "เด็กผู้หญิง เด็กหญิง" },
    boys: { words: "เด็กผู้ชาย เด็กชาย", beginnings: "เด็กผู้ชาย เด็กชาย" },
    children: { words: "เด็ก เด็กๆ", beginnings: "เด็ก ทารก" },
  },
};
