import { FOLDED_ONLY, type LanguageDefinition, UNKNOWN_PRICE_WORDS, UNKNOWN_WORDS } from "./language.js";

export const turkish: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  forms: {
    ...FOLDED_ONLY,
    stemmers: ["turkish"],
    wordEndings: [
      [
        "(?<=\\p{L}{3})(?:l[ae]r(?:in?|ini?n|ind[ae]n?)?|s[iu](?:nin|nun|nd[ae]n?)?|n[iu]n|[iu])$|(?<=\\p{L}{4})[iu]n$",
        "",
      ],
      ["b$", "p"],
      ["g$", "k"],
      ["d$", "t"],
    ],
    keepsWord: true,
    lowercase: "turkish",
  },
  stopWords:
    "acaba ama ancak arada aslında ayrıca bana bazı belki ben benden beni benim beri bile bir birçok biri birkaç " +
    "birkez birşey birşeyi biz bize bizden bizi bizim böyle böylece bu buna bunda bundan bunlar bunları bunların bunu " +
    "bunun burada çok çünkü da daha dahi de defa değil diğer diye dolayı dolayısıyla edecek eden ederek edilecek " +
    "ediliyor edilmesi ediyor eğer en etmesi etti ettiği ettiğini gibi göre halen hangi hatta hem henüz hep hepsi her " +
    "herhangi herkesin hiç hiçbir için ile ilgili ise işte itibaren itibariyle kadar karşın kendi kendilerine kendini " +
    "kendisi kendisine kendisini kez ki kim kimden kime kimi kimse mu mü mı nasıl ne neden nedenle nerde nerede " +
    "nereye niye niçin o olan olarak oldu olduğu olduğunu olduklarını olmadı olmadığı olmak olması olmayan olmaz olsa " +
    "olsun olup olur olursa oluyor ona ondan onlar onlardan onları onların onu onun oysa öyle pek rağmen sadece sanki " +
    "sen senden seni senin siz sizden sizi sizin şey şeyden şeyi şeyler şöyle şu şuna şunda şundan şunları şunu " +
    "tarafından tüm üzere var vardı ve veya ya yani yapacak yapılan yapılması yapıyor yapmak yaptı yaptığı yaptığını " +
    "yaptıkları yerine yine yoksa zaten",
  // prettier-ignore
  irregular: [
    "oğul oğlu", "burun burnu", "ağız ağzı", "boyun boynu", "alın alnı", "omuz omzu", "karın karnı", "beyin beyni",
    "göğüs göğsü", "şehir şehri", "isim ismi",
  ],
  code: "tr",
  yesNo: ["Evet", "Hayır"],
  headPosition: "last",
  betweenWords: "ile ve veya",
  featureWords: "ile",
  compatibilityWords: "uyumlu için",
  departments: {
    women: { words: "kadın kadınlar bayan bayanlar", beginnings: "kadın bayan" },
    men: { words: "erkek erkekler", beginnings: "erkek" },
    girls: { words: "kız kızlar", beginnings: null },
    boys: { words: "oğlan oğlanlar", beginnings: "oğlan" },
    children: { words: "çocuk çocuklar", beginnings: "çocuk bebek" },
  },
  priceWords: {
    ...UNKNOWN_PRICE_WORDS,
    most: "en fazla|en çok|maksimum",
    least: "en az",
    orLess: "altı|alti|altında|altinda|altındaki|ve altı|kadar|ye kadar|'ye kadar|'nin altında|'den az|'den ucuz",
    orMore: "üstü|üstünde|üzeri|üzerinde|üzerindeki|ve üzeri|ve üstü|'nin üzerinde|'den fazla|'den pahalı",
    and: "ile|ve",
    within: "arası|arasi|arasında|arasinda|arasındaki|aralığında",
    price: "fiyat|fiyatı",
    currency: "try|liraya|liradan|liranın|euroya",
    thousand: "bin",
  },
  negationWords: { before: null, behind: "içermeyen", endings: "siz|sız|suz|süz" },
  measures: "inç",
  sizeWords: "beden|numara",
  // prettier-ignore
  synonyms: [
    "laptop, notebook, dizüstü bilgisayar", "televizyon, tv", "cep telefonu, akıllı telefon, telefon",
    "kulaklık, kulaküstü kulaklık", "buzdolabı, soğutucu", "spor ayakkabı, sneaker", "kazak, süveter",
    "bisiklet, bike", "kanepe, koltuk",
  ],
};
