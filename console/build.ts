import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** Builds the console into a folder that is emptied first. */
export async function buildInto(outDir: string): Promise<void> {
  const configFile = fileURLToPath(new URL('vite.config.ts', import.meta.url))
  await build({ configFile, logLevel: 'warn', build: { outDir, emptyOutDir: true } })
}
