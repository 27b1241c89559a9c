import { t } from 'i18next'
import { ImageOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { retried } from '../lib/retried.ts'
import './picture.css'

type PictureProps = {
  src: string | null
  isLarge?: boolean
  /** Paper has all pictures, even ones below the visible part. */
  isPrinted?: boolean
}

/** The picture of a product, next to its name; an icon if it has none, or until it can be loaded. */
export function Picture({ src, isLarge = false, isPrinted = false }: PictureProps) {
  const [failed, setFailed] = useState<string>()
  const className = isLarge ? 'picture picture-large' : 'picture'
  const shown = src && thumbnailOf(src, isLarge ? 320 : 160)
  useEffect(() => {
    if (failed === undefined) return
    let isShown = true
    retried(() => load(failed)).then(
      () => isShown && setFailed(undefined),
      () => {},
    )
    return () => {
      isShown = false
    }
  }, [failed])
  if (!shown || shown === failed)
    return (
      <span className={className} title={shown ? t('errors.picture') : undefined}>
        <ImageOff aria-hidden />
      </span>
    )
  return (
    <img
      className={className}
      src={shown}
      alt=""
      loading={isPrinted ? 'eager' : 'lazy'}
      onError={() => setFailed(shown)}
    />
  )
}

function load(src: string): Promise<void> {
  const image = new Image()
  image.src = src
  return image.decode()
}

/** Twice the shown width, for screens with two pixels per point; only the store's own images have widths. */
const thumbnailOf = (src: string, width: 160 | 320) =>
  src.startsWith('/api/products/images/') ? `${src}?width=${width}` : src
