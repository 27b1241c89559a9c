import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** Builds the console into a folder that is emptied first: for production, whatever NODE_ENV says of the process that builds. */
export async function buildInto(outDir: string): Promise<void> {
  const configFile = fileURLToPath(new URL('vite.config.ts', import.meta.url))
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  try {
    await build({ configFile, logLevel: 'warn', build: { outDir, emptyOutDir: true } })
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = NODE_ENV
  }
}
