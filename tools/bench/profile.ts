import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { profilingFlags, timeShares } from './cpu-profile.ts'
import { asking, openShop, type ShopPlan } from './dataset.ts'
import type { Findings } from './findings.ts'
import { sharesTable } from './report.ts'
import type { BenchRequest } from './requests.ts'
import type { Stage } from './scenario.ts'
import type { ServiceName } from './servers.ts'

/** Long enough that starting up is a small part of the profile. */
const profiledSeconds = 12

/** A request, and the service that answers it. */
export type Profiled = { name: string; request: BenchRequest; service: ServiceName }

/** Tells where the gateway and a service spend their time under a request, each in a shop of its own. */
export async function profile(
  stage: Stage,
  plan: Omit<ShopPlan, 'name' | 'services' | 'flags'>,
  { name, request, service }: Profiled,
): Promise<Findings> {
  const folder = join(stage.servers.home, 'profiles')
  mkdirSync(folder, { recursive: true })
  const label = name.replaceAll(' ', '-')
  const shop = await openShop(stage, {
    ...plan,
    name: `profiled-${label}`,
    services: [service],
    flags: process => profilingFlags(folder, `${process}-${label}`),
  })
  const contender = asking(shop, stage, { name, request, connections: 50 })
  await contender.run(profiledSeconds)
  await contender.after?.()
  await shop.close()
  stage.tell(`profiled ${name}`)
  const text = (['gateway', service] as const).flatMap(process => {
    const { functions, origins } = timeShares(folder, `${process}-${label}`)
    return [`## Time of the ${process} under ${name}`, sharesTable(origins), sharesTable(functions)]
  })
  return { rows: [], targets: [], text }
}
