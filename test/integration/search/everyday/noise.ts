/**
 * Titles of additional products in every test shop: other product types, some with stop words or numbers in the title.
 */
export const NOISE: readonly string[] = [
  ...["Yoga Mat with Carry Strap", "Acoustic Guitar for Beginners", "Cast Iron Skillet", "Board Game for the Family"],
  ...["Fishing Rod", "Bird Feeder with Two Perches", "Doormat That Says It All", "Stapler to Be Mounted on a Wall"],
  ...["Rope 20 m", "Candles, Pack of 2", "Puzzle 1000 Pieces", "Printer Paper A4 500 Sheets", "Glass Vase 30 cm"],
  ...["Kettle 1.7 l", "Garlic Press", "Cheese Grater", "Measuring Spoons", "Bath Sponge", "Ironing Board"],
  ...["Clothes Hangers 10 Pack", "Laundry Basket", "Paint Roller and Tray", "Spirit Level", "Ladder 3 m"],
  ...["Wheelbarrow", "Watering Can 10 l", "Plant Pot", "Camping Stove", "Sleeping Bag", "Dumbbells 2 x 5 kg"],
  ...["Skipping Rope", "Table Tennis Balls", "Chess Pieces from the 1970s", "Violin Strings", "Wall Clock"],
  ...["Mirror with a Frame of Oak", "Tent Pegs 8 in a Bag", "Dog Leash", "Bicycle Pump", "Fountain Pen Ink"],
];
