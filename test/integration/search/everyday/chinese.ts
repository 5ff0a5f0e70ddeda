import { everydayShop } from "./everyday.js";

export const chinese = everydayShop(
  "chinese",
  {
    "sneakers-women": "女士运动鞋",
    "sneakers-men": "男士运动鞋",
    "sneakers-kids": "儿童运动鞋",
    "green-tea": "绿茶茶包",
    backpack: "小学生书包",
    "phone-case": "硅胶手机壳",
    phone: "智能手机",
    "chocolate-free": "无糖黑巧克力",
    umbrella: "折叠雨伞",
    dress: "红色连衣裙",
    cable: "USB-C数据线",
    earphones: "无线蓝牙耳机",
    milk: "纯牛奶",
    "toy-cow": "奶牛玩具",
    honey: "天然蜂蜜",
    "toy-bee": "蜜蜂玩偶",
    headphones: { title: "WH-1000XM4 降噪头戴设备", designer: "索尼" },
  },
  {
    departments: [
      { query: "女士 运动鞋", finds: ["sneakers-women"], lacks: ["sneakers-men", "sneakers-kids"] },
      { query: "女 运动鞋", finds: ["sneakers-women"], lacks: ["sneakers-men", "sneakers-kids"] },
      { query: "男 运动鞋", finds: ["sneakers-men"], lacks: ["sneakers-women", "sneakers-kids"] },
      { query: "儿童 运动鞋", finds: ["sneakers-kids"], lacks: ["sneakers-women", "sneakers-men"] },
    ],
    compounds: [
      { query: "书包", finds: ["backpack"] },
      { query: "手机壳", finds: ["phone-case"], first: "phone-case" },
      { query: "手机", finds: ["phone", "phone-case"] },
      { query: "雨伞", finds: ["umbrella"] },
      { query: "连衣裙 红色", finds: ["dress"], first: "dress" },
      { query: "蓝牙耳机", finds: ["earphones"], first: "earphones" },
      { query: "牛奶", finds: ["milk"], first: "milk" },
      { query: "蜂蜜", finds: ["honey"], first: "honey" },
    ],
    characters: [
      { query: "茶", finds: ["green-tea"] },
      { query: "ＵＳＢ", finds: ["cable"] },
      { query: "usbc数据线", finds: ["cable"], first: "cable" },
      { query: "wh1000xm4", finds: ["headphones"], first: "headphones" },
    ],
    negation: [{ query: "无糖巧克力", finds: ["chocolate-free"], first: "chocolate-free" }],
  },
);
