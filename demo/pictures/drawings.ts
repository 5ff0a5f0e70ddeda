import { chelseaBoot, heeledAnkleBoot, hikingBoot, kneeBoot, laceUpBoot } from "./drawings/boots.js";
import { doubleBreastedCoat, singleBreastedCoat, trenchCoat } from "./drawings/coats.js";
import { knittedDress, miniDress, slipDress, swimsuit } from "./drawings/dresses.js";
import { catEyeSunglasses, roundSunglasses, squareSunglasses } from "./drawings/eyewear.js";
import { balletFlat, espadrille, flatSandal, slide } from "./drawings/flats.js";
import { basketBag, bucketBag, clutch, crossBodyBag, shoulderBag, topHandleBag, tote } from "./drawings/handbags.js";
import { beanie, bucketHat, cap, fedora, sunHat } from "./drawings/hats.js";
import { blockHeel, heeledSandal, mule, pump, slingback } from "./drawings/heels.js";
import { bikerJacket, bomberJacket, denimJacket, fieldJacket } from "./drawings/jackets.js";
import { hoodie, longSleeveTop, poloShirt, sweatshirt, tShirt, tankTop, zipHoodie } from "./drawings/jersey.js";
import {
  bandRing,
  bangle,
  chainBracelet,
  chainNecklace,
  cufflinks,
  dropEarrings,
  hoopEarrings,
  pendantNecklace,
  signetRing,
  stoneRing,
  studEarrings,
} from "./drawings/jewellery.js";
import { cardigan, crewNeck, halfZip, knittedVest, rollNeck, vNeck } from "./drawings/knitwear.js";
import { boatShoe, derby, oxford, pennyLoafer, tasselLoafer } from "./drawings/leather-shoes.js";
import { maxiDress, midiDress, shirtDress, wrapDress } from "./drawings/long-dresses.js";
import { scarf, silkScarf, socks, tie } from "./drawings/neckwear.js";
import { gilet, parka, pufferJacket, shearlingJacket } from "./drawings/padded-jackets.js";
import { drawstringShorts, shorts, swimShorts } from "./drawings/shorts.js";
import { denimSkirt, miniSkirt, pencilSkirt, pleatedSkirt, slipSkirt } from "./drawings/skirts.js";
import { belt, cardholder, gloves, wallet, washbag } from "./drawings/small-goods.js";
import { highSneaker, lowSneaker, runner, slipOn } from "./drawings/sneakers.js";
import { blazer, doubleBreastedBlazer, waistcoat } from "./drawings/tailoring.js";
import { backpack, beltBag, briefcase, weekender } from "./drawings/travel-bags.js";
import {
  cargoTrousers,
  chinos,
  slimJeans,
  straightJeans,
  tailoredTrousers,
  trackPants,
  wideJeans,
  wideTrousers,
} from "./drawings/trousers.js";
import { dressWatch, sportsWatch } from "./drawings/watches.js";
import { blouse, camisole, overshirt, shirt, shortSleeveShirt } from "./drawings/woven.js";
import type { Silhouette } from "./silhouette.js";
import type { Sketch } from "./sketch.js";

/**
 * Drawing function of each silhouette, for the front or back view. Silhouettes without a back view define a close-up
 * instead.
 */
export const DRAWINGS: Readonly<Record<Silhouette, (isBack: boolean) => Sketch>> = {
  "t-shirt": tShirt,
  "long-sleeve-top": longSleeveTop,
  "tank-top": tankTop,
  "polo-shirt": poloShirt,
  sweatshirt,
  hoodie,
  "zip-hoodie": zipHoodie,
  shirt,
  "short-sleeve-shirt": shortSleeveShirt,
  overshirt,
  blouse,
  camisole,
  "crew-neck-sweater": crewNeck,
  "v-neck-sweater": vNeck,
  "roll-neck-sweater": rollNeck,
  "half-zip-sweater": halfZip,
  cardigan,
  "knitted-vest": knittedVest,
  "single-breasted-coat": singleBreastedCoat,
  "double-breasted-coat": doubleBreastedCoat,
  "trench-coat": trenchCoat,
  "puffer-jacket": pufferJacket,
  gilet,
  parka,
  "bomber-jacket": bomberJacket,
  "biker-jacket": bikerJacket,
  "denim-jacket": denimJacket,
  "shearling-jacket": shearlingJacket,
  "field-jacket": fieldJacket,
  blazer,
  "double-breasted-blazer": doubleBreastedBlazer,
  waistcoat,
  "slim-jeans": slimJeans,
  "straight-jeans": straightJeans,
  "wide-jeans": wideJeans,
  chinos,
  "tailored-trousers": tailoredTrousers,
  "wide-trousers": wideTrousers,
  "cargo-trousers": cargoTrousers,
  "track-pants": trackPants,
  shorts,
  "drawstring-shorts": drawstringShorts,
  "swim-shorts": swimShorts,
  swimsuit,
  "mini-dress": miniDress,
  "midi-dress": midiDress,
  "maxi-dress": maxiDress,
  "slip-dress": slipDress,
  "shirt-dress": shirtDress,
  "wrap-dress": wrapDress,
  "knitted-dress": knittedDress,
  "mini-skirt": miniSkirt,
  "pencil-skirt": pencilSkirt,
  "pleated-skirt": pleatedSkirt,
  "slip-skirt": slipSkirt,
  "denim-skirt": denimSkirt,
  "low-sneaker": lowSneaker,
  "high-sneaker": highSneaker,
  runner,
  "slip-on": slipOn,
  "penny-loafer": pennyLoafer,
  "tassel-loafer": tasselLoafer,
  derby,
  oxford,
  "boat-shoe": boatShoe,
  "chelsea-boot": chelseaBoot,
  "lace-up-boot": laceUpBoot,
  "heeled-ankle-boot": heeledAnkleBoot,
  "knee-boot": kneeBoot,
  "hiking-boot": hikingBoot,
  pump,
  slingback,
  "heeled-sandal": heeledSandal,
  mule,
  "block-heel": blockHeel,
  "ballet-flat": balletFlat,
  espadrille,
  slide,
  "flat-sandal": flatSandal,
  tote,
  "shoulder-bag": shoulderBag,
  "cross-body-bag": crossBodyBag,
  "bucket-bag": bucketBag,
  "top-handle-bag": topHandleBag,
  clutch,
  backpack,
  briefcase,
  weekender,
  "belt-bag": beltBag,
  "basket-bag": basketBag,
  wallet,
  cardholder,
  belt,
  washbag,
  beanie,
  cap,
  "bucket-hat": bucketHat,
  fedora,
  "sun-hat": sunHat,
  scarf,
  "silk-scarf": silkScarf,
  gloves,
  tie,
  socks,
  "square-sunglasses": squareSunglasses,
  "round-sunglasses": roundSunglasses,
  "cat-eye-sunglasses": catEyeSunglasses,
  "dress-watch": dressWatch,
  "sports-watch": sportsWatch,
  "pendant-necklace": pendantNecklace,
  "chain-necklace": chainNecklace,
  "hoop-earrings": hoopEarrings,
  "stud-earrings": studEarrings,
  "drop-earrings": dropEarrings,
  "band-ring": bandRing,
  "signet-ring": signetRing,
  "stone-ring": stoneRing,
  "chain-bracelet": chainBracelet,
  bangle,
  cufflinks,
};
