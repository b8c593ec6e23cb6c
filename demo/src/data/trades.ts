/** The words of a customer's trade: its assets, sites, people and emergencies. */
export type Trade = {
  asset: string;
  assets: string;
  sites: string;
  tech: string;
  techs: string;
  /** An ordinary job, with its article. */
  job: string;
  /** An emergency, with its article. */
  emergency: string;
  parts: string;
  /** The record that an authority or auditor requires. */
  rule: string;
  /** The customers of the customer. */
  clients: string;
  /** The time of the most work. */
  peak: string;
  /** The range of the number of field workers of such a company. */
  seats: [number, number];
};

/** code | asset | assets | sites | tech | techs | job | emergency | parts | rule | clients | peak | seats */
const table = `
lift|lift|lifts|buildings|fitter|fitters|a door-drive replacement|a person stuck in a cabin|door drives|the yearly safety inspection|housing associations|the first frost in January|90-260
hvac|chiller|chillers|plant rooms|technician|technicians|a compressor swap|a supermarket losing its cold store|compressors|the refrigerant log|supermarket chains|the first heat wave|70-310
wind|turbine|turbines|parks|technician|technicians|a pitch-motor exchange|a turbine that trips in a storm|pitch motors|the blade inspection report|park owners|the autumn storms|60-180
water|pump|pumps|stations|operator|operators|an impeller clean-out|a pumping station flooding at night|impellers|the discharge permit report|municipalities|a week of heavy rain|50-160
medical|scanner|scanners|clinics|engineer|engineers|a coil replacement|a scanner down with patients waiting|tube assemblies|the equipment safety record|hospitals|the weeks before the summer closures|45-140
vending|coffee machine|coffee machines|offices|technician|technicians|a brewer descale|forty machines down at one headquarters|brewing units|the hygiene record|facility managers|the first Monday after the holidays|55-190
forklift|truck|trucks|warehouses|mechanic|mechanics|a mast-chain change|a warehouse that cannot load|hydraulic pumps|the lifting-gear inspection|logistics firms|the weeks before Christmas|80-240
ev|charger|chargers|car parks|technician|technicians|a contactor replacement|a motorway site with every charger dark|connectors|the calibration certificate|site hosts|the Easter travel weekend|40-170
rail|signal cabinet|signal cabinets|track sections|technician|technicians|a point-machine overhaul|a blocked junction in the morning rush|point machines|the track possession report|the network operator|the leaf-fall weeks|110-330
telecom|tower|towers|tower sites|rigger|riggers|a rectifier swap|a tower on its last battery|rectifiers|the climbing permit file|mobile operators|the long rains|90-280
pos|terminal|terminals|shops|technician|technicians|a till exchange|a shop that cannot take cards on a Saturday|card readers|the fiscal device register|retail chains|the week of the autumn sales|65-220
food|oven|ovens|bakeries|technician|technicians|a burner service|an oven that dies at three in the morning|burners|the gas safety certificate|bakery chains|the ten days before Christmas|40-130
fire|panel|panels|buildings|inspector|inspectors|a detector-loop test|a hospital wing with a dead panel|detectors|the half-yearly test certificate|property managers|the end of the quarter|60-210
solar|inverter|inverters|plants|technician|technicians|a string-fuse exchange|a plant off the grid at noon|inverters|the yield guarantee report|plant owners|the long days of June|40-150
press|press|presses|print works|engineer|engineers|a roller re-coating|a press standing still with a newspaper to print|rollers|the guard-interlock check|print works|the catalogue season|35-110
dairy|milking robot|milking robots|farms|engineer|engineers|a vacuum-pump service|a robot down with eighty cows waiting|vacuum pumps|the milk hygiene record|farmers|the calving weeks|45-140
`;

function trade(row: string): [code: string, trade: Trade] {
  const [code, ...words] = row.split('|') as [string, ...string[]];
  const [asset, assets, sites, tech, techs, job, emergency, parts, rule, clients, peak] = words as [
    ...[string, string, string, string, string, string],
    ...[string, string, string, string, string],
  ];
  const [least, most] = words[11]!.split('-').map(Number);
  const seats: [number, number] = [least!, most!];
  return [code, { asset, assets, sites, tech, techs, job, emergency, parts, rule, clients, peak, seats }];
}

/** Trades by the code that the accounts and the scripts' conditions use. */
export const trades: Record<string, Trade> = Object.fromEntries(table.trim().split('\n').map(trade));
