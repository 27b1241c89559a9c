import crypto from 'node:crypto'
import { installSimulatedClient } from './client.ts'
import { installVirtualTime } from './time.ts'

installVirtualTime(crypto)
installSimulatedClient()
const { runHistory } = await import('./history.ts')
const { drawPlan } = await import('./plan.ts')
const started = process.hrtime.bigint()
const n = Number(process.argv[2] ?? 10)
const from = Number(process.argv[3] ?? 0)
const notes = new Map<string, number>()
let steps = 0
let bad = 0
for (let i = from; i < from + n; i += 1) {
  const plan = drawPlan(1, i)
  const outcome = await runHistory(plan)
  steps += outcome.steps
  for (const [k, v] of outcome.notes) notes.set(k, (notes.get(k) ?? 0) + v)
  if (outcome.violation) {
    bad += 1
    console.log(i, outcome.violation)
    if (n < 3 || process.argv[4]) console.log(JSON.stringify(plan, null, 1), outcome.story.join('\n'))
  } else if (n < 3) console.log(outcome.story.join('\n'))
}
console.log(Number(process.hrtime.bigint() - started) / 1e6 / n, 'ms each', steps / n, 'steps', bad, 'bad')
console.log(Object.fromEntries([...notes].sort()))
