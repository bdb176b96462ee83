//! The messages exactly as on the wire, generated from `proto/gotham.proto`.

#![allow(
    missing_docs,
    unreachable_pub,
    unused_qualifications,
    clippy::allow_attributes_without_reason,
    reason = "generated code has its own habits"
)]

tonic::include_proto!("ir.sharif.aic.hideandseek.api.grpc");
