// Reads countries from the free database that travels inside the binary.

import { readFileSync } from 'node:fs';
import databasePath from '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country-ipv4.mmdb' with {
  type: 'file',
};
import { Reader, type Response } from 'mmdb-lib';

/** What this database's records hold; the library knows MaxMind's own records only. */
interface EmbeddedRecord {
  country_code?: string;
}

let reader: Reader<EmbeddedRecord & Response> | undefined;

/**
 * The country code of a dotted IPv4 address, `undefined` when the database does not know it. The
 * first call reads the database (3 MB, about 10 ms): a service that is asked nothing never does.
 */
export function findEmbeddedCountry(ip: string): string | undefined {
  reader ??= new Reader<EmbeddedRecord & Response>(readFileSync(databasePath));
  return reader.get(ip)?.country_code;
}
