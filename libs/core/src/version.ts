import rootPackage from '../../../package.json' with { type: 'json' }

/** The version of the whole system. */
export const { version } = rootPackage
