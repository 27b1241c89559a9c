import { join } from 'node:path'
import { runnerImport } from 'vite'
import { projectDirectory } from '../../tools/command.ts'

/** Imports one of the console's sources by Vite, because some of them gather the files of a folder. */
async function importSource<Module>(path: string): Promise<Module> {
  const settings = { configFile: false, logLevel: 'error' } as const
  const { module } = await runnerImport<Module>(join(projectDirectory, 'console', 'src', path), settings)
  return module
}

type Texts = typeof import('../../console/src/texts/catalogue.ts')
const { catalogue } = await importSource<Texts>('texts/catalogue.ts')
const { textsIn } = await importSource<typeof import('../../console/src/texts/text.ts')>('texts/text.ts')
export const english = textsIn('en', catalogue)
export const chinese = textsIn('zh-TW', catalogue)
/** Without types, because those of its imports need the DOM, which tests do not have. */
export const pageList = await importSource<unknown>('app/pages.ts')
