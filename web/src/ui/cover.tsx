import { useTranslation } from 'react-i18next'
import { storedAddress } from '../lib/stored-address.ts'
import { pictureSources } from './picture-sources.ts'
import { EdgeRing, type EdgeRingProps } from './ring.tsx'

type CoverProps = {
  src: string
  author: string
  projectName: string
  /** Draws the ring around the cover, 8 px outside of its edge (5 px when small); null leaves it without. */
  ring?: EdgeRingProps | null
  /** Less than a hundred pixels wide. */
  small?: boolean
  /** The cover's own colour, shown until the picture has loaded. */
  tint?: string | null
  /** Darkened: the access is over. */
  dark?: boolean
  /** Beside the project's name a cover adds nothing for screen readers. */
  decorative?: boolean
  eager?: boolean
  /** Its width for the `sizes` attribute; for a cover that is not eager the browser measures it. */
  sizes?: string
  className?: string
}

/** In a grid: two side by side on a phone, up to four on a desktop. */
const SIZES = '(min-width: 64rem) 17rem, (min-width: 40rem) 33vw, 50vw'

/** A square cover. The ring goes around it, never over its art. */
export function Cover(props: CoverProps) {
  const { t } = useTranslation()
  const {
    author,
    projectName,
    ring,
    small = false,
    dark = false,
    decorative = false,
    eager = false,
    sizes = SIZES,
  } = props
  const src = storedAddress(props.src)
  return (
    <div className={`relative aspect-square ${props.className ?? ''}`}>
      <div
        style={props.tint ? { backgroundColor: props.tint } : undefined}
        className={`size-full overflow-hidden bg-raised ${small ? 'rounded-thumb' : 'rounded-cover'}`}
      >
        <img
          src={src}
          srcSet={pictureSources(src)}
          sizes={eager ? sizes : `auto, ${sizes}`}
          alt={decorative ? '' : t('coverOf', { projectName, author })}
          width={600}
          height={600}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
          decoding="async"
          className={`size-full object-cover transition duration-250 ${dark ? 'brightness-[.28] saturate-50' : ''}`}
        />
      </div>
      {ring && <EdgeRing {...ring} small={small} />}
    </div>
  )
}
