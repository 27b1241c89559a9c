import { type Asking, asking, type Shop } from './dataset.ts'
import { atMost, type Findings, ratio, rowsOf } from './report.ts'
import { type Measured, measureInTurns, type RoundPlan } from './rounds.ts'
import type { Stage } from './scenario.ts'

/** A shop and how much is stored in its database: `1000 stored bookings`. */
type SizedShop = { shop: Shop; stored: string }

/** What came of a comparison; the factor says how many times as long a request takes in the large shop. */
export type Compared = { few: Measured; many: Measured; factor: number; findings: Findings }

/**
 * Measures the same request in a small and in a large shop, in turns.
 *
 * @param compared.asked the request for each of the shops
 * @param compared.wanted greatest factor, if one is wanted
 * @param compared.catchUp whether the large shop is asked for a while beforehand: the small one is older, it has served for
 *   minutes, and V8 knows its code
 */
export async function compareSizes(
  stage: Stage,
  sizes: { few: SizedShop; many: SizedShop },
  compared: {
    name: string
    asked(shop: Shop): Omit<Asking, 'name'>
    wanted?: number
    rounds?: RoundPlan
    catchUp?: boolean
  },
): Promise<Compared> {
  const { name, asked, wanted, rounds = stage.options, catchUp = false } = compared
  const contenderOf = ({ shop, stored }: SizedShop) =>
    asking(shop, stage, { name: `${name}, ${stored}`, ...asked(shop) })
  const contenders = [contenderOf(sizes.few), contenderOf(sizes.many)]
  if (catchUp) {
    await contenders[1]?.run(rounds.secondsPerRound * 3)
    await contenders[1]?.after?.()
  }
  const measured = await measureInTurns(contenders, rounds, stage.tell)
  const [few, many] = measured
  if (few === undefined || many === undefined) throw new Error('one of the shops was not measured')
  const factor = ratio(few, many)
  const target = `${name}, time per request at ${sizes.many.stored}, at ${sizes.few.stored} = 1`
  const targets = wanted === undefined ? [] : [atMost(target, wanted, factor, ' x')]
  const rows = rowsOf(contenders, asked(sizes.few.shop).connections, measured)
  return { few, many, factor, findings: { rows, targets, text: [] } }
}
