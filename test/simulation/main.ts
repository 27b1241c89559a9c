import crypto from 'node:crypto'
import { bugs, putIn, withoutMetrics } from './bugs.ts'
import { installSimulatedClient } from './client.ts'
import { installVirtualTime } from './time.ts'

const [countText = '10', fromText = '0', bugText] = process.argv.slice(2)
const n = Number(countText)
const bug = bugs[Number(bugText)]
putIn(withoutMetrics, ...(bug ? [bug] : []))
installVirtualTime(crypto)
installSimulatedClient()
const { runHistory } = await import('./history.ts')
const { drawPlan } = await import('./plan.ts')
Error.stackTraceLimit = n > 2 ? 0 : 10
const started = process.cpuUsage()
const from = Number(fromText)
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
    if (bug) { console.log(bugText, n < 3 ? outcome.violation : "", bug.name, '|', i - from + 1, '|', outcome.violation.rule); break }
    console.log(i, outcome.violation)
    if (n < 3) console.log(JSON.stringify(plan, null, 1), outcome.story.join('\n'))
  } else if (n < 3) console.log(outcome.story.join('\n'))
}
if (bug && !bad) console.log(bugText, n < 3 ? outcome.violation : "", bug.name, '| NOT FOUND in', n)
if (!bug) {
  const { user, system } = process.cpuUsage(started)
  console.log((user + system) / 1000 / n, 'ms each', steps / n, 'steps', bad, 'bad')
  console.log(process.memoryUsage().heapUsed / 1e6, 'MB')
  console.log(Object.fromEntries([...notes].sort()))
}
