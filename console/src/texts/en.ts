/// <reference types="vite/types/importMeta.d.ts" />
import { catalogueOf } from './catalogue.ts'

/** All texts in English. */
export const texts = catalogueOf(import.meta.glob<object>('./en/*.ts', { eager: true }))
