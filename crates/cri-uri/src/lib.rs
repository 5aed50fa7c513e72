//! URIs (RFC 3986) to Constrained Resource Identifiers and back; no_std
