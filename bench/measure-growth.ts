import { type Measured, measure } from './measure.ts';
import { type Bench, measureOptions, type Stage, serviceContender } from './stage.ts';
import { listWorkloads } from './workloads.ts';

const GROWTH_ROUNDS = 3;

/** The cost of a page with few rows and with many. */
export type GrowthFigures = {
  few: Stage['size'];
  many: Stage['size'];
  pages: { title: string; few: Measured; many: Measured }[];
};

/** Measures each list alternately on two services, one of which has a tenth of the other's rows. */
export async function measureGrowth(bench: Bench, few: Stage, many: Stage): Promise<GrowthFigures> {
  const stages = [few, many];
  const options = measureOptions(
    bench,
    GROWTH_ROUNDS,
    stages.map(({ service }) => service),
  );
  const pages: GrowthFigures['pages'] = [];
  for (const [index, { name, title }] of listWorkloads(many.size).entries()) {
    bench.run.say(`measuring growth: ${title}`);
    const contenders = stages.map((stage) =>
      serviceContender(bench, stage, listWorkloads(stage.size)[index]!.ask),
    );
    const [ofFew, ofMany] = await measure(contenders, options);
    pages.push({
      title: name === 'page-last' ? 'meetings, last page of 50 of all' : title,
      few: ofFew!,
      many: ofMany!,
    });
  }
  return { few: few.size, many: many.size, pages };
}
