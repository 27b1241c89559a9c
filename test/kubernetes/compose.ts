import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** A service of docker-compose.yml; a variable that is null there is passed on, or has its default. */
type ComposeService = { environment?: Readonly<Record<string, string | null>>; networks: readonly string[] }

const file = new URL('../../docker-compose.yml', import.meta.url)

/** The services of docker-compose.yml, without what development adds. */
export const composeServices: Readonly<Record<string, ComposeService>> = parse(readFileSync(file, 'utf8'), {
  merge: true,
}).services
