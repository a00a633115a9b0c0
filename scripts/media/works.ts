/** The demo works, in the order of the library. */
import type { Work } from './work.ts'
import * as cartaArt from './works/carta-ao-vento/art.ts'
import * as cartaSong from './works/carta-ao-vento/song.ts'
import * as horaArt from './works/hora-de-luz/art.ts'
import * as horaSong from './works/hora-de-luz/song.ts'
import * as janelaArt from './works/janela-acesa/art.ts'
import * as janelaSong from './works/janela-acesa/song.ts'
import * as mareArt from './works/mare-cheia/art.ts'
import * as mareSong from './works/mare-cheia/song.ts'
import * as noiteArt from './works/noite-de-lata/art.ts'
import * as noiteSong from './works/noite-de-lata/song.ts'
import * as quintalArt from './works/quintal-eletrico/art.ts'
import * as quintalSong from './works/quintal-eletrico/song.ts'

const WORKS: readonly Work[] = [
  { slug: 'hora-de-luz', ...horaArt, ...horaSong },
  { slug: 'quintal-eletrico', ...quintalArt, ...quintalSong },
  { slug: 'carta-ao-vento', ...cartaArt, ...cartaSong },
  { slug: 'noite-de-lata', ...noiteArt, ...noiteSong },
  { slug: 'mare-cheia', ...mareArt, ...mareSong },
  { slug: 'janela-acesa', ...janelaArt, ...janelaSong },
]

/** The works named in `slugs`, or all when none is named. @throws for a name that no work has. */
export function chosenWorks(slugs: readonly string[]): readonly Work[] {
  if (slugs.length === 0) return WORKS
  return slugs.map((slug) => {
    const work = WORKS.find((candidate) => candidate.slug === slug)
    if (work === undefined) throw new Error(`There is no work named ${slug}.`)
    return work
  })
}
